"""A headless Chromium by its WebDriver (Debian: chromium, chromium-driver), for the scripts here."""
import base64
import json
import re
import subprocess
import sys
import tempfile
import urllib.request


class Driver:
    """chromedriver on a free port."""

    def __init__(self):
        self.process = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                        text=True)
        for line in self.process.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                self.root = f"http://127.0.0.1:{found[1]}"
                return
        sys.exit("chromedriver did not start")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + path, data, method=method)
        return json.load(urllib.request.urlopen(request, timeout=120))["value"]

    def end(self):
        self.process.terminate()


class Tab:
    """A browser with one page; use it in a with statement."""

    def __init__(self, driver, width=1200, height=800, dark=False):
        self.driver = driver
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        chrome = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                           "--enable-precise-memory-info", f"--user-data-dir={self.profile.name}"] +
                          (["--force-dark-mode"] if dark else [])}
        if width < 500:  # narrower than a window can be
            chrome["mobileEmulation"] = {"deviceMetrics": {
                "width": width, "height": height, "pixelRatio": 1.5, "mobile": True, "touch": True}}
        made = driver.call("POST", "/session",
                           {"capabilities": {"alwaysMatch": {"goog:chromeOptions": chrome}}})
        self.path = "/session/" + made["sessionId"]
        if width >= 500:  # the window has a frame around the page
            size = "return [outerWidth - innerWidth, outerHeight - innerHeight]"
            self.call("POST", "/window/rect", {"width": width, "height": height})
            frame = self.run(size)
            self.call("POST", "/window/rect",
                      {"width": width + frame[0], "height": height + frame[1]})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.call("DELETE", self.path)
        self.profile.cleanup()

    def call(self, method, path, body=None):
        return self.driver.call(method, self.path + path, body)

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script):
        """The return value of the function body `script`, or what its promise gives."""
        return self.call("POST", "/execute/sync", {"script": script, "args": []})

    def tell(self, command, **parameters):
        """A command of the DevTools protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def element(self, selector):
        found = self.call("POST", "/element", {"using": "css selector", "value": selector})
        return next(iter(found.values()))

    def click(self, selector):
        self.call("POST", f"/element/{self.element(selector)}/click", {})

    def type(self, selector, text):
        self.call("POST", f"/element/{self.element(selector)}/value", {"text": text})

    def picture(self):
        return base64.b64decode(self.call("GET", "/screenshot"))
