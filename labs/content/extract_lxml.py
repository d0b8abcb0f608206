#!/usr/bin/python3
"""Runs python3-readability (Debian) over pages, one after the other.

In:  a line of JSON for each page: {"file": path, "url": URL}.
Out: a line of JSON for each page: {"title", "html", "cpu" (seconds)}; it knows no author and date.
"""

import json
import logging
import sys
import time

from readability import Document

logging.disable(logging.CRITICAL)

for line in sys.stdin:
    page = json.loads(line)
    begin = time.process_time()
    try:
        with open(page["file"], "rb") as file:
            document = Document(file.read(), url=page["url"])
        answer = {"title": document.title(), "html": document.summary()}
    except Exception as error:  # The parser's errors have no common type.
        answer = {"error": str(error)}
    answer["cpu"] = time.process_time() - begin
    print(json.dumps(answer), flush=True)
