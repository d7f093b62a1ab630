"""What describes the API, as it is served. The files beside this one are written by `make docs`."""
