"""Writes what describes the API: the OpenAPI and AsyncAPI documents and the pages for people (`make docs`).

All of it is made from the code: requests from the models that read them, views from the types that the rules
play with, problems from the codes and their texts. What no type says stands in `operations.py`, `replies.py`
and the files in `texts/`. The service serves the written files and never imports this.
"""
