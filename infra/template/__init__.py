"""What the stack has besides the functions and APIs that Chalice's packager describes."""
