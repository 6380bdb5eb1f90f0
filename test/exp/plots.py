"""Every plot is well-formed, and its marks lie inside the picture.

Usage: plots.py FILE.svg ...
"""

import sys
import xml.etree.ElementTree as tree

SPACE = "{http://www.w3.org/2000/svg}"
for path in sys.argv[1:]:
    root = tree.parse(path).getroot()
    width, height = float(root.get("width")), float(root.get("height"))
    marks = 0
    for node in root.iter():
        xs = [float(node.get(k)) for k in ("x", "x1", "x2", "cx") if node.get(k)]
        ys = [float(node.get(k)) for k in ("y", "y1", "y2", "cy") if node.get(k)]
        if node.tag == SPACE + "polyline":
            points = [p.split(",") for p in node.get("points").split()]
            xs += [float(x) for x, _ in points]
            ys += [float(y) for _, y in points]
        assert all(0 <= x <= width for x in xs), (path, tree.tostring(node))
        assert all(0 <= y <= height for y in ys), (path, tree.tostring(node))
        marks += node.tag in (SPACE + "circle", SPACE + "rect", SPACE + "polyline")
    assert marks > 3, path
    texts = [node.text for node in root.iter(SPACE + "text")]
    print(path.rsplit("/", 1)[-1], marks, "marks,", texts[0])
