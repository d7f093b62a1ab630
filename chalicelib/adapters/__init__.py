"""Everything that can fail for outside reasons: store, queue, pushes, clock."""
