"""Checks SARIF that was given back with verdicts.

Usage: triaged.py ORIGINAL TRIAGED full|github

The rules of the standard that the verdicts touch, and that everything the tool
wrote is still there but for what a verdict changes.
"""
import json
import sys

CHANGED = {"kind", "level", "rank", "suppressions", "codeFlows", "properties",
           "partialFingerprints", "message", "ruleIndex"}


def need(condition, what):
    if not condition:
        sys.exit(what)


def check_flow(flow, where):
    need(flow.get("threadFlows"), f"{where}: no threadFlows")
    for thread in flow["threadFlows"]:
        need(thread.get("locations"), f"{where}: a threadFlow without locations")
        orders = [l["executionOrder"] for l in thread["locations"]
                  if "executionOrder" in l]
        need(orders == sorted(set(orders)), f"{where}: executionOrder {orders}")


def check_result(result, rules, where):
    need("text" in result.get("message", {}), f"{where}: no message")
    if result.get("level", "warning") != "none" and "level" in result:
        need(result.get("kind", "fail") == "fail", f"{where}: level without fail")
    if "rank" in result:
        need(result.get("kind", "fail") == "fail", f"{where}: rank without fail")
    if "ruleIndex" in result:
        need(rules[result["ruleIndex"]]["id"] == result["ruleId"],
             f"{where}: ruleIndex names another rule")
    for suppression in result.get("suppressions", []):
        need(suppression["kind"] in ("inSource", "external"), f"{where}: kind")
        need(suppression.get("status", "accepted") in
             ("accepted", "underReview", "rejected"), f"{where}: status")
    for flow in result.get("codeFlows", []):
        check_flow(flow, where)
    for location in result.get("locations", []):
        region = location.get("physicalLocation", {}).get("region", {})
        for key, value in region.items():
            if key.startswith(("start", "end")):
                need(value >= 1, f"{where}: {key}")


def check_log(log):
    need(log["version"] == "2.1.0", "version")
    for r, run in enumerate(log["runs"]):
        need(run["tool"]["driver"]["name"], f"run {r}: no tool")
        rules = run["tool"]["driver"].get("rules", [])
        texts = [json.dumps(rule, sort_keys=True) for rule in rules]
        need(len(set(texts)) == len(texts), f"run {r}: a rule twice")
        have = ["suppressions" in result for result in run["results"]]
        need(all(have) or not any(have), f"run {r}: suppressions in some results")
        for i, result in enumerate(run["results"]):
            check_result(result, rules, f"/runs/{r}/results/{i}")


def is_part(old, new, where):
    """Everything of `old` is in `new`."""
    if isinstance(old, dict):
        for key, value in old.items():
            if key in CHANGED and "results" in where:
                continue
            need(key in new, f"{where}/{key} is lost")
            if key == "rules":
                need({r["id"] for r in value} == {r["id"] for r in new[key]},
                     f"{where}: a rule is lost")
            elif key != "results":
                is_part(value, new[key], f"{where}/{key}")
    elif isinstance(old, list):
        need(len(old) <= len(new), f"{where}: shorter")
        for i, (a, b) in enumerate(zip(old, new)):
            is_part(a, b, f"{where}/{i}")
    else:
        need(old == new, f"{where}: {old!r} became {new!r}")


def main():
    with open(sys.argv[1]) as file:
        text = file.read()
    start = text.index("{")
    original, _ = json.JSONDecoder().raw_decode(text[start:])
    with open(sys.argv[2]) as file:
        triaged = json.load(file)
    check_log(triaged)
    for r, run in enumerate(original["runs"]):
        is_part(run, triaged["runs"][r], f"/runs/{r}")
        old, new = run["results"], triaged["runs"][r]["results"]
        if sys.argv[3] == "full":
            need(len(old) == len(new), "a result is lost")
            for i, (a, b) in enumerate(zip(old, new)):
                is_part(a, b, f"/runs/{r}/results/{i}")
                if "codeFlows" in a:
                    need(b["codeFlows"][-len(a["codeFlows"]):] == a["codeFlows"],
                         "a flow of the tool is lost")
        need(any(e["name"] == "rbcheck" for e in
                 triaged["runs"][r]["tool"]["extensions"]), "no extension")
    verdicts = [result["properties"]["rbcheck"]["verdict"]
                for run in triaged["runs"] for result in run["results"]
                if "verdict" in result.get("properties", {}).get("rbcheck", {})]
    print("valid; verdicts:", " ".join(verdicts))


main()
