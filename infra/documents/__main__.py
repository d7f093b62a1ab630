"""Writes the documents that the service serves: `make docs`."""

from infra.documents.build import write

write()
