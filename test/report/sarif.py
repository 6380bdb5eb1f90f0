"""Checks that a file is valid SARIF 2.1.0, as far as rbcheck writes it.

Usage: sarif.py FILE...

The table says for every object which properties it may have, of which type, and
which it must have (`!`); the standard's schema allows no others, so a misspelt one
is found. Below it are rules that no schema states: links lead somewhere, indices
fit, steps of several threads are in an order.
"""

import json
import re
import sys

URI = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?[\w\-.~:/?#\[\]@!$&'()*+,;=%]+")
PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


def choice(*words):
    return lambda value: value in words


def number(low):
    return lambda value: type(value) is int and value >= low


def uri(value):
    return isinstance(value, str) and bool(URI.fullmatch(value)) and not PERCENT.search(value)


TEXT, BOOL, ANY = str, bool, dict
TYPES = {
    "log": {"version!": choice("2.1.0"), "$schema": uri, "runs!": ["run"], "properties": ANY},
    "run": {"tool!": "tool", "results": ["result"], "invocations": ["invocation"],
            "automationDetails": "automation", "columnKind": choice("utf16CodeUnits", "unicodeCodePoints"),
            "originalUriBaseIds": {"artifactLocation"}, "artifacts": ["artifact"], "properties": ANY},
    "tool": {"driver!": "component", "extensions": ["component"], "properties": ANY},
    "component": {"name!": TEXT, "version": TEXT, "semanticVersion": TEXT, "fullName": TEXT,
                  "informationUri": uri, "rules": ["rule"], "shortDescription": "multi",
                  "fullDescription": "multi", "properties": ANY},
    "rule": {"id!": TEXT, "name": TEXT, "shortDescription": "multi", "fullDescription": "multi",
             "help": "multi", "helpUri": uri, "defaultConfiguration": "configuration", "properties": ANY},
    "configuration": {"level": choice("none", "note", "warning", "error"), "enabled": BOOL},
    "multi": {"text!": TEXT, "markdown": TEXT},
    "message": {"text": TEXT, "markdown": TEXT, "id": TEXT, "arguments": [TEXT]},
    "invocation": {"executionSuccessful!": BOOL, "exitCode": number(-255), "commandLine": TEXT,
                   "arguments": [TEXT], "exitCodeDescription": TEXT,
                   "toolExecutionNotifications": ["notification"], "properties": ANY},
    "notification": {"message!": "message", "level": choice("none", "note", "warning", "error")},
    "automation": {"id": TEXT, "guid": TEXT, "description": "message"},
    "artifact": {"location": "artifactLocation", "hashes": {TEXT}, "sourceLanguage": TEXT,
                 "length": number(-1), "roles": [TEXT]},
    "artifactLocation": {"uri": uri, "uriBaseId": TEXT, "index": number(-1), "description": "message"},
    "result": {"ruleId": TEXT, "ruleIndex": number(-1), "message!": "message",
               "kind": choice("pass", "fail", "open", "informational", "notApplicable", "review"),
               "level": choice("none", "note", "warning", "error"), "rank": float,
               "locations": ["location"], "relatedLocations": ["location"], "codeFlows": ["codeFlow"],
               "stacks": ["stack"], "partialFingerprints": {TEXT}, "fingerprints": {TEXT},
               "attachments": ["attachment"], "suppressions": ["suppression"], "guid": TEXT,
               "correlationGuid": TEXT, "properties": ANY},
    "suppression": {"kind!": choice("inSource", "external"),
                    "status": choice("accepted", "underReview", "rejected"), "justification": TEXT},
    "location": {"id": number(-1), "physicalLocation": "physical", "logicalLocations": ["logical"],
                 "message": "message", "properties": ANY},
    "physical": {"artifactLocation": "artifactLocation", "region": "region", "contextRegion": "region"},
    "region": {"startLine": number(1), "startColumn": number(1), "endLine": number(1),
               "endColumn": number(1), "snippet": "content", "message": "message"},
    "content": {"text": TEXT},
    "logical": {"name": TEXT, "fullyQualifiedName": TEXT, "decoratedName": TEXT, "kind": TEXT},
    "codeFlow": {"message": "message", "threadFlows!": ["threadFlow"], "properties": ANY},
    "threadFlow": {"id": TEXT, "message": "message", "initialState": {"multi"},
                   "immutableState": {"multi"}, "locations!": ["flowLocation"], "properties": ANY},
    "flowLocation": {"location": "location", "kinds": [TEXT], "nestingLevel": number(0),
                     "executionOrder": number(-1), "state": {"multi"}, "stack": "stack",
                     "importance": choice("essential", "important", "unimportant"), "properties": ANY},
    "stack": {"message": "message", "frames!": ["frame"]},
    "frame": {"location": "location", "module": TEXT, "threadId": number(0), "parameters": [TEXT]},
    "attachment": {"description": "message", "artifactLocation!": "artifactLocation"},
}
# Arrays of the schema that must not be empty.
NOT_EMPTY = {"threadFlows", "locations of threadFlow"}


def check(value, kind, path):
    """What is wrong with a value of a type of the table."""
    if isinstance(kind, list):
        if not isinstance(value, list):
            yield path, "is not an array"
            return
        for i, item in enumerate(value):
            yield from check(item, kind[0], f"{path}/{i}")
    elif isinstance(kind, set):
        if not isinstance(value, dict):
            yield path, "is not an object"
            return
        for key, item in value.items():
            yield from check(item, next(iter(kind)), f"{path}/{key}")
    elif isinstance(kind, str):
        if not isinstance(value, dict):
            yield path, "is not an object"
            return
        table = {key.rstrip("!"): what for key, what in TYPES[kind].items()}
        for key in TYPES[kind]:
            if key.endswith("!") and key[:-1] not in value:
                yield path, f"lacks {key[:-1]}"
        for key, item in value.items():
            if key not in table:
                yield path, f"has {key}, which {kind} does not have"
                continue
            yield from check(item, table[key], f"{path}/{key}")
            if item == [] and (key in NOT_EMPTY or f"{key} of {kind}" in NOT_EMPTY):
                yield f"{path}/{key}", "is empty"
    elif isinstance(kind, type):
        if not isinstance(value, (int, float) if kind is float else kind):
            yield path, f"is not a {kind.__name__}"
    elif not kind(value):
        yield path, f"{value!r} is not allowed"


def regions(value, path):
    """Every region in a value, with its path."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("region", "contextRegion"):
                yield f"{path}/{key}", item
            yield from regions(item, f"{path}/{key}")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from regions(item, f"{path}/{i}")


def rulesOfFlow(flow, path):
    ids = [thread.get("id") for thread in flow["threadFlows"]]
    if len(set(ids)) != len(ids):
        yield path, f"thread flows have the same id: {ids}"
    for i, thread in enumerate(flow["threadFlows"]):
        orders = [at["executionOrder"] for at in thread["locations"] if "executionOrder" in at]
        if orders and len(orders) != len(thread["locations"]):
            yield f"{path}/threadFlows/{i}", "only some locations have an executionOrder"
        if any(a >= b for a, b in zip(orders, orders[1:])):
            yield f"{path}/threadFlows/{i}", f"executionOrder does not grow: {orders}"


def rulesOfResult(result, run, path):
    rules = run["tool"]["driver"].get("rules", [])
    index = result.get("ruleIndex", -1)
    if index >= 0 and (index >= len(rules) or rules[index]["id"] != result.get("ruleId")):
        yield path, f"ruleIndex {index} is not the rule {result.get('ruleId')}"
    if result.get("level", "warning") != "none" and result.get("kind", "fail") != "fail":
        yield path, "a level needs kind fail"
    ids = [place["id"] for place in result.get("relatedLocations", []) if "id" in place]
    if len(set(ids)) != len(ids):
        yield path, f"related locations have the same id: {ids}"
    for link in re.findall(r"\[[^\]]*\]\((\d+)\)", result["message"].get("text", "")):
        if int(link) not in ids:
            yield path, f"the message links to location {link}, which is not there"
    if run["tool"]["driver"]["name"] == "rbcheck" and not result.get("partialFingerprints"):
        yield path, "has no fingerprint"
    for i, flow in enumerate(result.get("codeFlows", [])):
        yield from rulesOfFlow(flow, f"{path}/codeFlows/{i}")


def complaints(log):
    wrong = list(check(log, "log", ""))
    yield from wrong
    if wrong:
        return
    for path, region in regions(log, ""):
        lines = region.get("startLine", 1), region.get("endLine", region.get("startLine", 1))
        if lines[0] > lines[1] or (lines[0] == lines[1] and "endColumn" in region and
                                   region["endColumn"] < region.get("startColumn", 1)):
            yield path, f"ends before it starts: {region}"
    for r, run in enumerate(log["runs"]):
        for i, result in enumerate(run.get("results", [])):
            yield from rulesOfResult(result, run, f"/runs/{r}/results/{i}")


def main():
    failures = 0
    for file in sys.argv[1:]:
        with open(file, encoding="utf-8") as text:
            log = json.load(text)
        for path, what in complaints(log):
            failures += 1
            print(f"{file}: {path or '/'}: {what}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
