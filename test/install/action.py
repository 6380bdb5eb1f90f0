"""Executes the steps of docs/ci/github/action.yml as GitHub would.

Usage: action.py ACTION.yml WORK NAME=VALUE...

NAME=VALUE are inputs; those that are not given have their defaults. The folder of
the action and its parent are the real ones. Prints the outputs, then
`conclusion: success` or `failure`. Also reads the workflow beside the action: its
inputs must be such that the action has.
"""

import os
import re
import subprocess
import sys

import yaml

EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")


def fill(text, known):
    return EXPRESSION.sub(lambda found: known[found[1]], text)


def checkWorkflow(file, inputs):
    with open(file, encoding="utf-8") as opened:
        workflow = yaml.safe_load(opened)
    used = [step for step in workflow["jobs"]["rbcheck"]["steps"]
            if step.get("uses", "").startswith("OWNER/rbcheck/")]
    assert len(used) == 1, used
    assert set(used[0]["with"]) <= set(inputs), used[0]["with"]


def readPairs(file):
    if not os.path.exists(file):
        return {}
    with open(file, encoding="utf-8") as opened:
        return dict(line.rstrip("\n").split("=", 1) for line in opened)


def main():
    file, work, *given = sys.argv[1:]
    with open(file, encoding="utf-8") as opened:
        action = yaml.safe_load(opened)
    checkWorkflow(os.path.join(os.path.dirname(file), "rbcheck.yml"),
                  action["inputs"])
    known = {f"inputs.{name}": each.get("default")
             for name, each in action["inputs"].items()}
    known |= {f"inputs.{name}": value for name, value in
              (each.split("=", 1) for each in given)}
    assert None not in known.values(), "an input that is required was not given"
    environment = dict(os.environ, RUNNER_TEMP=os.path.join(work, "temporary"),
                       GITHUB_ACTION_PATH=os.path.dirname(os.path.abspath(file)),
                       GITHUB_PATH=os.path.join(work, "path"),
                       GITHUB_STEP_SUMMARY=os.path.join(work, "summary.md"))
    conclusion = "success"
    for number, step in enumerate(action["runs"]["steps"]):
        outputs = os.path.join(work, f"outputs-{number}")
        added = {name: fill(value, known)
                 for name, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c",
             fill(step["run"], known)],
            cwd=work, check=False,
            env=environment | added | {"GITHUB_OUTPUT": outputs})
        known |= {f"steps.{step.get('id')}.outputs.{name}": value
                  for name, value in readPairs(outputs).items()}
        if os.path.exists(environment["GITHUB_PATH"]):
            with open(environment["GITHUB_PATH"], encoding="utf-8") as more:
                environment["PATH"] = ":".join(
                    more.read().split("\n")[:-1] + [os.environ["PATH"]])
        if done.returncode:
            conclusion = "failure"
            break
    for name, each in action["outputs"].items():
        print(f"{name}: {fill(each['value'], known)}")
    print(f"conclusion: {conclusion}")


if __name__ == "__main__":
    main()
