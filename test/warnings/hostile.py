"""Writes the reports of bad-input.test into a folder."""
import json
import os
import sys

os.chdir(sys.argv[1])


def write(name, text):
    with open(name, "wb") as out:
        out.write(text if isinstance(text, bytes) else text.encode())


def place(line):
    return [{"physicalLocation": {"artifactLocation": {"uri": "a.c"},
                                  "region": {"startLine": line}}}]


write("empty.txt", "")
write("garbage.bin", bytes(range(256)) * 64)
write("cut.sarif", '{"version": "2.1.0", "runs": [{"tool": {"driver": {"na')
write("broken.sarif", '{"version": "2.1.0",\n "runs": [1,, 2]}')
write("deep.sarif", '{"version": "2.1.0", "runs": ' + "[" * 100000)
write("records.sarif", json.dumps({"version": "2.1.0", "runs": [
    {"tool": {"driver": {"name": "T"}}, "results": [
        {"ruleId": "R", "message": {"text": "no place"}},
        {"ruleId": "R", "message": {"text": "good"}, "locations": place(7)},
        {"ruleId": "R", "kind": "pass", "message": {"text": "fine"},
         "locations": place(8)},
        {"ruleId": "R", "message": {"text": "hidden"}, "locations": place(9),
         "suppressions": [{"kind": "inSource"}]}]},
    7]}))
write("cut.xml", '<?xml version="1.0"?>\n<results version="2">\n<errors>\n'
      '<error id="localMutex" severity="warning" msg="The lock is ineffective '
      'because the mutex is locked at the same scope as the mutex itself.">\n'
      '<location file="a.cpp" line="3" column="4"/></error>\n<error id="x')
write("laughs.xml", '<?xml version="1.0"?>\n<!DOCTYPE results [\n<!ENTITY a "ha">\n'
      + "".join(f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">\n'
                for i in range(12))
      + ']>\n<results version="2"><errors><error id="&m;"/></errors></results>')
write("deep.xml", "<results>" + "<a>" * 100000)
write("deep.yaml", "Diagnostics:\n" + "[" * 100000)
write("control.txt", 'a.c:1: warning: \x1b[31mred\x07 [rule]\n')
