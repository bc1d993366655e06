"""Chromium without a window, for the scripts that look at pages: found once, started one way.

`Browser` speaks its protocol (https://chromedevtools.github.io/devtools-protocol/) through two pipes, so
nothing beyond Python's own library is needed.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import time

BROWSERS = ["chromium", "chromium-browser", "google-chrome", "chrome"]
NO_BROWSER = 77
THEMES = {"light": 1, "dark": 0}

# What every page is asked: whether it scrolls sideways, whether its words can be read, whether the figures and
# figures of a report in it do what they should.
CHECKS = r"""
  const all = (what, root = document) => [...root.querySelectorAll(what)];
  const seen = node => node.getClientRects().length > 0;
  const fail = (where, what) => wrong.push(`${where}: ${what}`);
  const wait = ms => new Promise(done => setTimeout(done, ms));
  const sideways = when => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const wide = all('body *').filter(n => n.getBoundingClientRect().right > clientWidth + 1 && !n.closest('.scroll'));
      fail(when, `scrolls sideways: ${scrollWidth} px in ${clientWidth}; ${wide.slice(0, 3).map(n => n.outerHTML.slice(0, 90)).join(' | ')}`);
    }
  };
  const luminance = colour => {
    const [r, g, b] = colour.map(c => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const rgb = text => { const n = (text.match(/[\d.]+/g) || []).map(Number); return n.length > 3 && n[3] === 0 ? null : n.slice(0, 3); };
  const behind = node => {
    for (let at = node; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour) return colour;
    }
    return [255, 255, 255];
  };
  const contrast = () => {
    for (const node of all('body *')) {
      const words = [...node.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
      if (!words || !seen(node) || node.closest('script,noscript,.card.back,[hidden]')) continue;
      const style = getComputedStyle(node), drawn = node instanceof SVGElement;
      // Words on coloured cells are tested in Rust, with their cells.
      if (drawn && /inside|token/.test(node.getAttribute('class') || '')) continue;
      const [a, b] = [luminance(rgb(drawn ? style.fill : style.color)), luminance(behind(node))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < 4.5) fail('contrast', `${ratio.toFixed(2)} for "${node.textContent.trim().slice(0, 40)}"`);
    }
  };
  const named = () => {
    const ids = all('[id]').map(n => n.id);
    ids.filter((id, k) => ids.indexOf(id) !== k).forEach(id => fail('id', `${id} is there twice`));
    const name = n => n.getAttribute('aria-label') || (n.closest('label') || document.querySelector(`label[for="${n.id}"]`) || n).textContent.trim();
    all('input,select,button,textarea').filter(n => !name(n)).forEach(n => fail('name', n.outerHTML.slice(0, 80)));
  };
  // What words may not lie on: other words, and lines that are not the ground of the words.
  const strokes = svg => all('path,line', svg).filter(p => p.getClientRects().length && !/grid|area|spread|axis/.test(p.getAttribute('class')))
    .flatMap(path => {
      const matrix = path.getScreenCTM(), length = path.getTotalLength();
      const many = Math.min(400, Math.ceil(length / 3));
      return Array.from({ length: many + 1 }, (_, k) => path.getPointAtLength(many ? length * k / many : 0).matrixTransform(matrix));
    });
  const drawn = (figure, svg) => {
    const name = svg.getAttribute('aria-label'), frame = svg.getBoundingClientRect();
    const words = all('text', svg).map(t => [t.textContent, t.getBoundingClientRect(), t]).filter(([, box]) => box.width);
    const bad = what => fail(figure, `${what} in ${name}`);
    for (const [text, box, node] of words) {
      if (!text.trim()) bad('empty words');
      if (box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) bad(`"${text}" leaves the picture`);
      if (/tick/.test(node.getAttribute('class')) && /^[\u2212\d.,]+ %$/.test(text)) {
        const value = parseFloat(text.replace('\u2212', '-').replace(/,/g, ''));
        if (value < 0 || value > 100) bad(`a tick at "${text}"`);
      }
    }
    words.forEach(([a, one], k) => words.slice(k + 1).forEach(([b, two]) => {
      if (one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 3 && two.top < one.bottom - 3) bad(`"${a}" lies on "${b}"`);
    }));
    const points = strokes(svg);
    for (const [text, box] of words) {
      if (points.some(p => p.x > box.left + 1 && p.x < box.right - 1 && p.y > box.top + 4 && p.y < box.bottom - 4)) bad(`a line runs through "${text}"`);
    }
    if (!/\d/.test(words.map(([text]) => text).join(''))) bad('no number');
    const inked = all('path,line,rect,circle', svg).filter(n => n.getClientRects().length && !/grid|axis|against/.test(n.getAttribute('class')));
    if (!inked.length) bad('an empty field');
  };
  // What a figure says is what it draws: at the end of every curve, in its title, in its names.
  const percents = text => (text.match(/[\d.,]+(?= %)/g) || []).map(n => parseFloat(n.replace(/,/g, '')));
  const whole = text => +(text.match(/[\d,]+/) || ['0'])[0].replace(/,/g, '');
  const distinct = list => new Set(list).size;
  const tellsTheTruth = (figure, svg) => {
    const bad = what => fail(figure.id, `${what} in ${svg.getAttribute('aria-label')}`);
    const numbers = figure.querySelector('details');
    const heads = all('thead th', numbers).map(n => n.textContent), rows = all('tbody tr', numbers).map(tr => [...tr.cells].map(n => n.textContent));
    const [title, caption] = all('figcaption h2, figcaption p', figure).map(n => n.textContent), firsts = rows.map(row => row[0]);
    all('path.line', svg).forEach((path, s) => {
      const column = rows.map(row => row[s + 1]).filter(cell => cell !== '\u2013' && cell.includes('('));
      if (column.length > 1 && path.getTotalLength() < 1) bad(`no line for ${heads[s + 1]}`);
    });
    // A dot lies within the picture, on the lines and not under them.
    const frame = svg.getBoundingClientRect(), ground = all('.grid, .axis', svg).at(-1);
    for (const dot of all('circle', svg).filter(seen)) {
      const box = dot.getBoundingClientRect();
      if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom) bad(`a dot is cut at ${box.left - frame.left}, ${box.top - frame.top}`);
      if (ground && all('path.line', svg).length && dot.compareDocumentPosition(ground) & Node.DOCUMENT_POSITION_FOLLOWING) bad('a dot lies under the axis');
    }
    const names = all('.row', svg).filter(seen).map(n => n.textContent), drawnOf = caption.match(/([\d,]+) of ([\d,]+) are drawn/);
    if (names.length && ![distinct(firsts), distinct(heads.slice(1))].includes(distinct(names))) bad('two names that look the same');
    const overview = all('.overview[aria-label=Overview] tbody th', figure.closest('article') || document).map(n => n.textContent);
    if (drawnOf && ![distinct(names), all('.keys li', figure).length].includes(whole(drawnOf[1]))) bad(`"${drawnOf[0]}" beside ${distinct(names)} rows`);
    if (/(^|-)outcomes$/.test(figure.id) && distinct(names) < overview.length && !drawnOf) bad(`${overview.length} rule sets, and no word on those that are not drawn`);
    let left = ` ${title} `;
    for (const name of overview.sort((a, b) => b.length - a.length)) {
      const at = left.search(new RegExp(`(?<= with )${name.replace(/[^\w ]/g, '\\$&')}(?=[ ,;:])`));
      if (at < 0 || (/(^|-)differences$/.test(figure.id) && name.length > 12)) continue;
      left = left.slice(0, at) + left.slice(at + name.length);
      if (![...firsts, ...heads.slice(1), caption].some(text => text.includes(name))) bad(`${name}, which the title names, is not drawn`);
    }
  };
  // Six rule sets on one linear scale are flat lines.
  const lengthsAreSeen = () => {
    for (const figure of all('figure').filter(n => /(^|-)lengths$/.test(n.id)))
      if (all('details tbody tr', figure).length > 5 && !/\(log\)/.test(figure.querySelector('svg').textContent)) fail(figure.id, 'six rule sets on one linear scale');
  };
  // Titles say what was found; legends have two entries at least; tables keep their first column and show where they are cut.
  const manyAreSeen = () => {
    for (const title of all('figcaption h2').map(n => n.textContent))
      if (/^What .* (does|change)$| by depth$|^How many games are over after|^(Who wins how often|How long a game lasts|Which die beats which)/.test(title)) fail('title', `"${title}" is a topic`);
    all('.keys').filter(n => n.children.length === 1).forEach(() => fail('legend', 'of one entry'));
    for (const svg of all('figure[id$=differences] .plot > svg')) {
      const heads = all('text.head', svg), left = n => n.getBBox().x, ticks = all('text.tick', svg);
      heads.forEach((head, k) => {
        // Panels stand in lines: the next one may be beside it or below.
        const top = n => n.getBBox().y, next = heads.slice(k + 1).find(n => Math.abs(top(n) - top(head)) < 2);
        const lower = heads.find(n => top(n) > top(head) + 2), bottom = lower ? top(lower) : Infinity;
        const from = left(head) - 2, to = next ? left(next) : Infinity, middle = n => left(n) + n.getBBox().width / 2;
        const within = list => list.filter(n => middle(n) >= from && middle(n) < to && top(n) > top(head) - 2 && top(n) < bottom);
        if (within(ticks).length < 2) fail('differences', `${head.textContent} has fewer than two ticks`);
      });
    }
    for (const band of all('figure[id$=differences]')) if (/--min-effect/.test(band.textContent) !== Boolean(band.querySelector('.band'))) fail('differences', 'the margin is not a band');
    // Of very many rule sets all are in one figure.
    for (const article of all('article')) {
      const sets = all('.overview[aria-label=Overview] tbody tr', article), sweep = all('figure', article).find(n => /(^|-)sweep$/.test(n.id));
      const overview = article.querySelector('.overview[aria-label=Overview]'), leading = article.querySelector('figure');
      if (sets.length > 12 && overview.compareDocumentPosition(leading) & Node.DOCUMENT_POSITION_FOLLOWING) fail('page', `${sets.length} rows before the first figure`);
      if (sets.length > 40 && !(sweep && all('details tbody td', sweep).length >= sets.length)) fail('sweep', `${sets.length} rule sets, and no figure has them all`);
      // Ludo: faces in the matrix, its numbers once, intervals in words.
      const pairs = all('figure', article).filter(n => /(^|-)pairs/.test(n.id));
      if (pairs.length && all('figure', article).some(n => /(^|-)outcomes$/.test(n.id))) fail('pairs', 'the same numbers are drawn twice');
      for (const figure of pairs) {
        if (!all('.row', figure).every(n => /^die.*[:\u2026].*\d/.test(n.textContent))) fail(figure.id, 'dice without faces');
        if (all('th', figure).some(n => /ci (low|high)/.test(n.textContent))) fail(figure.id, 'an interval that is not called so');
        if (/[1-9]/.test([...figure.closest('article').querySelectorAll('.overview tbody tr')].map(row => row.cells[4].textContent).join('')) && !figure.querySelector('.ties')) fail(figure.id, 'ties without a strip');
      }
    }
    for (const table of all('.scroll').filter(seen)) {
      const first = table.querySelector('tbody th');
      if (first && getComputedStyle(first).position !== 'sticky') fail('table', 'the first column moves away');
      if (!/gradient/.test(getComputedStyle(table).backgroundImage)) fail('table', 'nothing shows where it is cut');
    }
  };
  const figuresWork = () => {
    const figures = all('figure');
    for (const figure of figures) {
      const plot = figure.querySelector('.plot'), svg = plot.querySelector('svg'), box = svg.getBoundingClientRect();
      if (box.width < 250 || box.height < 40) fail(figure.id, `drawn on ${box.width} x ${box.height} px`);
      if (/NaN|[\s\"]-?inf/.test(svg.outerHTML)) fail(figure.id, 'a number is missing');
      drawn(figure.id, svg);
      tellsTheTruth(figure, svg);
      const tip = plot.querySelector('.tip'), key = name => plot.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
      plot.focus();
      key('Home');
      const first = tip.textContent;
      if (tip.hidden || !first) fail(figure.id, 'Home shows no numbers');
      key('End');
      if (figure.querySelectorAll('details tbody tr').length > 1 && tip.textContent === first) fail(figure.id, 'End shows the same numbers as Home');
      sideways(`${figure.id}, numbers at the end`);
      const bounds = tip.getBoundingClientRect();
      if (bounds.right > document.documentElement.clientWidth + 1 || bounds.left < -1) fail(figure.id, 'the numbers leave the page');
      key('Escape');
      if (!tip.hidden) fail(figure.id, 'Escape does not hide the numbers');
      plot.dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true }));
      if (tip.hidden) fail(figure.id, 'the pointer shows no numbers');
      plot.blur();
      const table = figure.querySelector('details');
      table.open = true;
      if (!seen(table.querySelector('table'))) fail(figure.id, 'no table');
      sideways(`${figure.id}, table`);
      table.open = false;
      const legend = figure.querySelector('.keys');
      if (legend && legend.scrollWidth > legend.clientWidth + 1) fail(figure.id, 'the legend leaves the picture');
      if (all('figcaption h2, figcaption p', figure).some(n => !n.textContent.trim())) fail(figure.id, 'no title or caption');
    }
    return figures.length;
  };
"""


def find():
    """The browser; None if there is none."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def command(browser, theme, size, arguments, work):
    """The command that starts it, without a network and with a home of its own."""
    return [
        browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
        "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={work / 'profile'}",
        f"--blink-settings=preferredColorScheme={THEMES[theme]}", f"--window-size={size[0]},{size[1]}", *arguments,
    ]


def environment(work):
    """Its environment."""
    return {**os.environ, "HOME": str(work)}


class Browser:
    """A page in a running browser. `said` collects what the console says, and errors nobody caught."""

    def __init__(self, browser, work, patience=120):
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        os.set_inheritable(to_browser, True)
        os.set_inheritable(from_browser, True)

        def place():
            # Chromium reads from 3 and writes to 4.
            spare = [os.dup(to_browser), os.dup(from_browser)]
            os.dup2(spare[0], 3)
            os.dup2(spare[1], 4)

        start = command(browser, "light", (1000, 900), ["--remote-debugging-pipe", "about:blank"], work)
        self._process = subprocess.Popen(
            start, preexec_fn=place, close_fds=False, env=environment(work),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self._patience, self._number, self._buffer = patience, 0, b""
        self._answers, self.said = {}, []
        target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = None
        self._session = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self._ask(f"{domain}.enable")
        # What workers say counts, too.
        self._ask("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._session = None
            self._ask("Browser.close")
        except (OSError, RuntimeError):
            self._process.kill()
        self._process.wait(timeout=30)
        os.close(self._out)
        os.close(self._in)

    def _ask(self, method, parameters=None):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters or {}}
        if getattr(self, "_session", None):
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        number, end = self._number, time.monotonic() + self._patience
        while number not in self._answers:
            told = self._read(end)
            if "id" in told:
                self._answers[told["id"]] = told
            else:
                self._hear(told)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def _read(self, end):
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise RuntimeError("the browser does not answer")
            more = os.read(self._in, 1 << 20)
            if not more:
                raise RuntimeError("the browser is gone")
            self._buffer += more
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def _hear(self, event):
        method, told = event.get("method"), event.get("params", {})
        if method == "Runtime.consoleAPICalled":
            words = [str(word.get("value", word.get("description", ""))) for word in told["args"]]
            self.said.append(f"{told['type']}: {' '.join(words)}")
        elif method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.said.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded":
            self.said.append(f"{told['entry']['level']}: {told['entry']['text']}")
        elif method == "Target.attachedToTarget" and self._session:
            own, self._session = self._session, told["sessionId"]
            try:
                self._ask("Runtime.enable")
            finally:
                self._session = own

    def show(self, theme, width, height=900):
        """From now on in this theme and this large, however narrow."""
        scheme = [{"name": "prefers-color-scheme", "value": theme}]
        self._ask("Emulation.setEmulatedMedia", {"features": scheme})
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", size)

    def open(self, page):
        """Loads a page from disk."""
        self._ask("Page.navigate", {"url": page.resolve().as_uri()})
        self.until("document.readyState === 'complete'")

    def run(self, script):
        """What an expression is worth, promises awaited."""
        asked = {"expression": script, "awaitPromise": True, "returnByValue": True}
        answer = self._ask("Runtime.evaluate", asked)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def until(self, condition, patience=120):
        """Waits until an expression is true."""
        end = time.monotonic() + patience
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise RuntimeError(f"not within {patience} s: {condition}")
            time.sleep(0.05)

    def checks(self, calls):
        """What is wrong by these calls of CHECKS."""
        return self.run(f"(async () => {{ const wrong = []; {CHECKS} {calls} return wrong; }})()")

    def picture(self, to):
        """A picture of the whole page."""
        size = self._ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        asked = {"clip": clip, "captureBeyondViewport": True}
        to.write_bytes(base64.b64decode(self._ask("Page.captureScreenshot", asked)["data"]))
