"""`make bench`: the figures of the README, measured anew; speeds are ratios within one run."""
