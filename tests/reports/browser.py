"""A headless Chromium, spoken to through a pipe (Chrome DevTools Protocol), by no package."""

import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 120.0  # seconds for one answer, on a machine that is busy


def program() -> str | None:
    """Where Chromium is, None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def axe() -> str | None:
    """The source of axe-core, None where no package brought it."""
    from importlib.util import find_spec

    for name in ("axe_core_python", "axe_playwright_python"):
        spec = find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            file = Path(next(iter(spec.submodule_search_locations))) / "axe.min.js"
            if file.is_file():
                return file.read_text(encoding="utf-8")
    return None


class Browser:
    """One tab. `events` holds what the browser told without being asked."""

    def __init__(self, profile: Path) -> None:
        path = program()
        assert path is not None
        ours, theirs = os.pipe(), os.pipe()  # what we write, what they write
        command = [
            path, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={profile}",
            "--remote-debugging-pipe", "about:blank",
        ]  # fmt: skip
        # Chromium reads from 3 and writes to 4; ours are kept clear of both.
        ends = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (ours[0], theirs[1])]
        script = f'exec "$@" 3<&{ends[0]} 4>&{ends[1]} {ends[0]}<&- {ends[1]}>&-'
        self._process = subprocess.Popen(
            ["bash", "-c", script, "bash", *command], pass_fds=ends, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for fd in (ours[0], theirs[1], *ends):
            os.close(fd)
        self._out, self._in = ours[1], theirs[0]
        self._last, self._rest, self._session = 0, b"", ""
        self.events: list[dict[str, Any]] = []
        pages = self.call("Target.getTargets")["targetInfos"]
        target = next(p["targetId"] for p in pages if p["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask for something, and wait for the answer."""
        self._last += 1
        asked: dict[str, Any] = {"id": self._last, "method": method, "params": params}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._out, json.dumps(asked).encode() + b"\0")
        while (answer := self._next()).get("id") != self._last:
            self.events.append(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        found: dict[str, Any] = answer["result"]
        return found

    def _next(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], max(0.0, end - time.monotonic()))
            more = os.read(self._in, 1 << 20) if ready else b""
            assert more, "the browser says nothing more"
            self._rest += more
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

    def open(self, file: Path, width: int = 900, dark: bool = False) -> None:
        """Open a page at a width, in a light or a dark scheme, and wait until it is there."""
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=scheme)
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=1000, deviceScaleFactor=1,
            mobile=False,
        )  # fmt: skip
        self.events.clear()
        self.call("Page.navigate", url=file.resolve().as_uri())
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self._next())

    def run(self, script: str) -> Any:
        """The value of an expression in the page; a promise is waited for."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str, code: int) -> None:
        """Press a key and let it go."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code
            )

    @property
    def complaints(self) -> list[str]:
        """Errors and warnings that the page left in the console, and what it threw."""
        found = []
        for event in self.events:
            told = event.get("params", {})
            match event.get("method"):
                case "Runtime.exceptionThrown":
                    found.append(str(told["exceptionDetails"]))
                case "Log.entryAdded" if told["entry"]["level"] in ("error", "warning"):
                    found.append(told["entry"]["text"])
                case "Runtime.consoleAPICalled" if told["type"] in ("error", "warning", "assert"):
                    found.append(str(told["args"]))
        return found

    @property
    def requests(self) -> list[str]:
        """The addresses that were asked for."""
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]

    def screenshot(self) -> bytes:
        """The whole page as a PNG."""
        import base64

        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        return base64.b64decode(shot["data"])

    def close(self) -> None:
        """End the browser that we started."""
        try:
            self.call("Browser.close")
        except (AssertionError, OSError):
            self._process.terminate()
        self._process.wait(timeout=30)
        os.close(self._out)
        os.close(self._in)
