#!/usr/bin/env python3
"""Holds a server to its description: check_openapi.py DESCRIPTION SERVER PAGE [--unavailable]

Asks every operation of the OpenAPI 3.1 file DESCRIPTION at the address SERVER: with what it requires, with each of
its optional parameters at and beyond the ends of their ranges, and for what is not there. The server knows the page with the
URL PAGE, and what the description has as examples of parameters. Each answer must have a status and a media type that are
described, and JSON must fit its schema and hold no member that is not described; and each described 200, 400 and 404 must have
been seen. With --unavailable the server cannot read what it serves: each described 503 must have been seen instead. Exit code 77:
a package is missing.
"""

import fnmatch
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}; install python3-jsonschema and python3-yaml")
    sys.exit(77)


def closed(schema):
    """The schema with every object closed to members that it does not name."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: closed(value) for name, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        made["additionalProperties"] = False
    return made


class Description:
    def __init__(self, text):
        self.root = yaml.safe_load(text)
        self.components = closed(self.root["components"])

    def resolve(self, node):
        while "$ref" in node:
            found = self.root
            for step in node["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            node = found
        return node

    def validator(self, schema):
        whole = {"components": self.components, **closed(schema)}
        return jsonschema.Draft202012Validator(whole)


def good_value(parameter, page):
    """What the description has as an example, else the page."""
    return parameter.get("example", page)


def values_to_try(parameter, page):
    """Values of a parameter, good ones and others."""
    schema, name = parameter.get("schema", {}), parameter["name"]
    if name == "url":
        return [page, "https://nowhere.example/", "no url", ""]
    if name == "q":
        return ["gear", "", "zeppelin planetary", "nofield:x", "gear sort:date", "date:x", '"', "type:*", "\u05d0 \u4e2d\u6587", "x" * 600]
    if name == "collection":
        return ["", "no such collection"]
    if name == "name":
        return [parameter.get("example", "author"), "no-such-name"]
    if schema.get("type") == "integer":
        return [schema.get("minimum", 0) - 1, schema.get("maximum", 1) + 1, schema.get("default", 0), "many"]
    return ["", "x"]


def requests_of(operation, description, page):
    """Parameter sets: the least, then each parameter with each of its values."""
    parameters = [description.resolve(one) for one in operation.get("parameters", [])]
    least = {one["name"]: good_value(one, page) for one in parameters if one.get("required")}
    if any(one["name"] == "q" for one in parameters):
        least["q"] = "gear"
    yield least
    for parameter in parameters:
        for value in values_to_try(parameter, page):
            yield {**least, parameter["name"]: value}


def ask(server, path, parameters):
    url = server.rstrip("/") + path + ("?" + urllib.parse.urlencode(parameters) if parameters else "")
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers.get_content_type(), refusal.read()


def faults_of(answer, operation, description):
    status, media_type, body = answer
    described = operation["responses"].get(str(status))
    if described is None:
        return [f"status {status} is not described"]
    content = description.resolve(described).get("content", {})
    media_range = next((one for one in content if fnmatch.fnmatch(media_type, one)), None)
    if media_range is None:
        return [f"status {status}: media type {media_type} is not described"]
    if not media_range.endswith("json"):
        return []
    errors = description.validator(content[media_range]["schema"]).iter_errors(json.loads(body))
    return [f"status {status}: {error.json_path}: {error.message[:200]}" for error in errors]


def main(description_file, server, page, *options):
    with open(description_file, encoding="utf-8") as text:
        description = Description(text.read())
    faults, asked = [], 0
    wanted = {"503"} if "--unavailable" in options else {"200", "400", "404"}
    for path, item in description.root["paths"].items():
        for method, operation in item.items():
            assert method == "get", path
            seen = set()
            for parameters in requests_of(operation, description, page):
                answer = ask(server, path, parameters)
                asked += 1
                seen.add(str(answer[0]))
                faults += [f"{path} {parameters}: {fault}" for fault in faults_of(answer, operation, description)]
            missing = wanted & set(operation["responses"]) - seen
            faults += [f"{path}: status {status} is described and was never seen" for status in sorted(missing)]
    print("\n".join(faults) or f"{asked} answers fit the description")
    return 1 if faults or not asked else 0


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
