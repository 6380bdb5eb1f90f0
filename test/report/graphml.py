"""Checks that a GraphML witness is one path from an entry to a violation.

Usage: graphml.py FILE

Every key that is used is declared, threads are created before they move, and the
first edge of each names the function it begins with.
"""

import sys
import xml.etree.ElementTree as xml

SPACE = "{http://graphml.graphdrawing.org/xmlns}"


def values(element):
    return {data.get("key"): data.text for data in element.findall(SPACE + "data")}


def main():
    root = xml.parse(sys.argv[1]).getroot()
    declared = {(key.get("for"), key.get("id")) for key in root.findall(SPACE + "key")}
    graph = root.find(SPACE + "graph")
    for element in graph.iter():
        for key in values(element):
            assert (element.tag[len(SPACE):], key) in declared, key
    head = values(graph)
    for key in ("witness-type", "sourcecodelang", "producer", "specification", "programfile",
                "programhash", "architecture", "creationtime"):
        assert head.get(key), key
    assert len(head["programhash"]) == 64
    nodes = {node.get("id"): values(node) for node in graph.findall(SPACE + "node")}
    at = [name for name, node in nodes.items() if node.get("entry") == "true"]
    assert len(at) == 1, at
    at, known, begun = at[0], {"0"}, set()
    for edge in graph.findall(SPACE + "edge"):
        assert edge.get("source") == at, "not one path"
        at = edge.get("target")
        facts = values(edge)
        assert facts["threadId"] in known, f"thread {facts['threadId']} is not created"
        assert (facts["threadId"] in begun) != bool(facts.get("enterFunction")), facts
        begun.add(facts["threadId"])
        if "createThread" in facts:
            known.add(facts["createThread"])
        assert int(facts["startline"]) > 0
    assert nodes[at].get("violation") == "true"
    assert len(begun) > 1, "only one thread moves"


if __name__ == "__main__":
    sys.exit(main())
