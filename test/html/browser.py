"""Drives a headless Chromium from Python's standard library.

    with Browser() as browser:
        page = browser.open("file:///...", width=1280, height=800)
        page.run("document.title")

Commands of the DevTools protocol go through a pipe (descriptors 3 and 4 of the
browser), so neither a driver program nor a port is needed.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60


def find():
    """The browser's path, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="rbcheck-browser-")
        toBrowser, self.out = os.pipe()
        self.source, fromBrowser = os.pipe()
        command = [find(), "--headless=new", "--no-sandbox", "--disable-gpu",
                   "--disable-dev-shm-usage", "--disable-extensions",
                   "--disable-background-networking", "--no-first-run",
                   "--hide-scrollbars", "--force-device-scale-factor=1",
                   "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}"]
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{toBrowser} 4>&{fromBrowser}', "sh", *command],
            pass_fds=(toBrowser, fromBrowser), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.folder.name})
        os.close(toBrowser)
        os.close(fromBrowser)
        self.buffer = b""
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.out)
        os.close(self.source)
        for _ in range(20):  # its helpers may still write for a moment
            try:
                self.folder.cleanup()
                return
            except OSError:
                time.sleep(0.1)

    def receive(self):
        """The next message of the browser."""
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.source], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            chunk = os.read(self.source, 1 << 20)
            if not chunk:
                raise RuntimeError("the browser has ended")
            self.buffer += chunk
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def command(self, method, session=None, **params):
        """Sends a command and waits for its answer."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        while True:
            answer = self.receive()
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def open(self, url, width=1280, height=800, dark=False):
        return Page(self, url, width, height, dark)


class Page:
    def __init__(self, browser, url, width, height, dark):
        self.browser = browser
        target = browser.command("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.command("Target.attachToTarget", targetId=target,
                                       flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.command(f"{domain}.enable")
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=False)
        self.dark(dark)
        self.command("Page.navigate", url=url)
        end = time.monotonic() + PATIENCE
        while self.run("document.readyState") != "complete":
            if time.monotonic() > end:
                raise TimeoutError(f"{url} does not load")
            time.sleep(0.02)

    def command(self, method, **params):
        return self.browser.command(method, self.session, **params)

    def dark(self, isDark):
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if isDark else "light"}])

    def run(self, script):
        """The value of a JavaScript expression; promises are awaited."""
        result = self.command("Runtime.evaluate", expression=script, returnByValue=True,
                              awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key, shift=False):
        """A key as a person presses it; `key` as in KeyboardEvent.key."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.command("Input.dispatchKeyEvent", type=kind, key=key,
                         modifiers=8 if shift else 0, **(text if kind == "keyDown" else {}))

    def write(self, text):
        self.command("Input.insertText", text=text)

    def click(self, selector):
        x, y = self.run("(() => { const box = document.querySelector("
                        f"{json.dumps(selector)}).getBoundingClientRect();"
                        "return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                         buttons=1, clickCount=1)

    def screenshot(self, file):
        data = self.command("Page.captureScreenshot", format="png")["data"]
        with open(file, "wb") as picture:
            picture.write(base64.b64decode(data))

    def pdf(self):
        return base64.b64decode(self.command("Page.printToPDF", printBackground=True)["data"])

    def complaints(self):
        """Errors, refused resources and requests to other places so far."""
        self.run("0")  # what is on its way has arrived then
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            params = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(params["exceptionDetails"]))
            elif event["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(params["entry"]["text"])
            elif event["method"] == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if not url.startswith(("file:", "data:", "about:")):
                    found.append(f"request to {url}")
        return found
