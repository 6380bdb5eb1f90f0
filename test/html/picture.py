"""Makes the picture of docs/reading-a-trace.md.

Usage: picture.py PAGE STEP VARIABLE PICTURE

    rbcheck --html=pool.html examples/work-queue-broken.c
    python3 test/html/picture.py pool.html 14 pool.isClosed docs/images/viewer.png
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import browser as chromium  # noqa: E402

page, step, variable, picture = sys.argv[1:]
with chromium.Browser() as browser:
    view = browser.open("file://" + os.path.abspath(page), width=1200, height=700)
    view.run(f"viewer.go({int(step) - 1}); viewer.choose({json.dumps(variable)})")
    view.run("new Promise(done => setTimeout(done, 400))")
    view.screenshot(picture)
