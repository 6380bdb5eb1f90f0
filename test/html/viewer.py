"""Tests pages of `rbcheck --html` in a real browser.

Usage: viewer.py NAME=PAGE...

NAME says what is checked: `small` (everything a person does), `long` (10,000 steps),
`hostile` (names that look like markup), `several` (more than one error), `older` (a read
of an older write), `circle` (a deadlock), `freed` (freed memory), `narrow` (390 pixels),
`none` (no error). One browser serves all pages; a failed check names its line.
"""

import base64
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import browser as chromium  # noqa: E402

MOST_ROWS = 120       # elements of the lanes, however long the trace is
LEAST_CONTRAST = 4.5  # WCAG 2.1, level AA


def same(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: {found!r}, expected {expected!r}")


def true(condition, what):
    if not condition:
        raise AssertionError(what)


def settle(page):
    """Waits until the page shows its current step."""
    page.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def go(page, step):
    page.run(f"viewer.go({step})")
    settle(page)


def current(page):
    settle(page)
    return page.run("viewer.now")


def lastStep(page):
    return page.run("viewer.model.steps.length - 1")


def checkQuiet(page):
    same(page.complaints(), [], "errors or requests of the page")


def checkShown(page):
    """The current step is what every part of the page shows."""
    now = current(page)
    true(page.run(f"Boolean(document.querySelector('#step-{now}.now'))"), f"row of step {now}")
    same(page.run("document.querySelectorAll('#lanes .row.now').length"), 1, "current rows")
    same(page.run("document.getElementById('lanes').getAttribute('aria-activedescendant')"),
         f"step-{now}", "active descendant")
    inside = page.run(f"""(() => {{
        const row = document.getElementById('step-{now}').getBoundingClientRect();
        const box = document.getElementById('lanes').getBoundingClientRect();
        return row.top >= box.top - 1 && row.bottom <= box.bottom + 1; }})()""")
    true(inside, f"step {now} is not in view")
    text = page.run("document.getElementById('now-text').textContent")
    true(text and text == page.run("visible(viewer.model.sentence(viewer.model.steps[viewer.now]))"),
         f"text of step {now}: {text}")
    line = page.run("viewer.model.steps[viewer.now].at[1]")
    if page.run("viewer.model.steps[viewer.now].at[0] >= 0"):
        same(page.run("document.querySelector('#source .row.now').dataset.line"), str(line),
             "current line of the source")


def checkStepping(page):
    last = lastStep(page)
    page.press("Home")
    same(current(page), 0, "Home")
    for step in range(1, min(last, 30) + 1):
        page.press("j" if step % 2 else "ArrowDown")
        same(current(page), step, "one step on")
        checkShown(page)
    page.press("End")
    same(current(page), last, "End")
    page.press("j")
    same(current(page), last, "no step beyond the last")
    page.press("k")
    page.press("ArrowUp")
    same(current(page), last - 2, "two steps back")
    page.press("f")
    same(current(page), page.run("viewer.model.error"), "f goes to the error")
    page.press("Home")
    page.press("J", shift=True)
    switch = page.run("viewer.model.switches[0]")
    same(current(page), switch, "J goes to the first switch")
    page.press("K", shift=True)
    same(current(page), switch, "no switch before the first")
    page.press("g")
    page.write("2")
    page.press("Enter")
    same(current(page), 1, "g goes to a step by number")
    page.click("#go-next")
    same(current(page), 2, "the button goes on")
    page.click("#step-0 .cell")
    same(current(page), 0, "a click on a step goes there")
    true(page.run("document.getElementById('live').textContent.includes('Step 1')"), "live region")


def checkState(page):
    """What the tables show at a step is what the steps up to it did."""
    changed = page.run("""viewer.model.steps.findIndex(s => (s.vars || []).some(
        v => v[1] !== null && v[2] !== null && v[1] !== v[2]))""")
    true(changed >= 0, "the trace changes no variable")
    go(page, changed)
    name, before, after = page.run(f"viewer.model.steps[{changed}].vars[0]")
    row = page.run("[...document.querySelectorAll('#variables .changed > span')].map(cell => cell.textContent)")
    same(row[:3], [name, before, after], "the changed variable")
    page.click("#variables .changed button")
    marked = page.run("[...viewer.lanes.marked]")
    true(changed in marked, "the chosen variable marks its steps")
    page.run("document.getElementById('lanes').focus()")
    page.press("Home")
    page.press("w")
    same(current(page), [m for m in marked if m > 0][0], "w goes to the next access")
    same(page.run("document.querySelectorAll('#threads tbody tr').length"),
         page.run("viewer.model.threads.length"), "rows of threads")
    page.run("viewer.choose(null)")


def checkSearch(page):
    text = page.run("viewer.model.steps[viewer.model.error].text")
    page.run("document.getElementById('lanes').focus()")
    page.press("Home")
    page.press("/")
    page.write(text)
    found = page.run("viewer.found")
    true(page.run("viewer.model.error") in found, f"the search for {text!r} finds the error")
    page.press("Enter")
    same(current(page), next((f for f in found if f > 0), found[0]), "Enter goes to the first found")
    true("of" in page.run("document.getElementById('found').textContent"), "which one of how many")
    page.press("Escape")
    same(page.run("viewer.found.length"), 0, "Escape ends the search")
    page.press("/")
    page.write("no step says this")
    same(page.run("document.getElementById('found').textContent"), "not found", "a vain search")
    page.press("Escape")


# Elements with text, and the nearest opaque background behind it.
CONTRAST = """(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const part = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    return .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
  };
  const backOf = element => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const colour = rgba(getComputedStyle(e).backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 255) break;
    }
    return layers.reverse().reduce((below, [r, g, b, a]) => {
      a /= 255;
      return [r * a + below[0] * (1 - a), g * a + below[1] * (1 - a), b * a + below[2] * (1 - a)];
    }, [255, 255, 255]);
  };
  const worst = {};
  for (const element of document.querySelectorAll('body *')) {
    const isText = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!isText || !element.getClientRects().length || element.closest('.hidden, script, style, svg')) continue;
    const a = light(rgba(getComputedStyle(element).color)), b = light(backOf(element));
    const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    const name = (element.id ? '#' + element.id : element.tagName.toLowerCase() + '.' + element.className);
    if (!(name in worst) || contrast < worst[name]) worst[name] = contrast;
  }
  return worst;
})()"""


def checkContrast(page, theme):
    go(page, "viewer.model.error")
    page.run("new Promise(done => setTimeout(done, 200))")  # colours fade in
    contrasts = page.run(CONTRAST)
    true(len(contrasts) > 15, f"text is measured: {contrasts}")
    low = {name: round(c, 2) for name, c in contrasts.items() if c < LEAST_CONTRAST}
    same(low, {}, f"contrast below {LEAST_CONTRAST}, {theme}")


def checkThemes(page):
    back = "getComputedStyle(document.body).backgroundColor"
    page.dark(False)
    light = page.run(back)
    checkContrast(page, "light")
    page.dark(True)
    dark = page.run(back)
    true(light != dark, "dark differs from light")
    checkContrast(page, "dark")
    page.run("document.getElementById('lanes').focus()")
    page.press("t")
    same(page.run(back), light, "the switch overrides the system")
    page.press("t")
    page.dark(False)
    same(page.run(back), dark, "the switch to dark")
    page.press("t")
    same(page.run(back), light, "the switch back to the system")


# How many colours a part of a picture has, and how much of it has the commonest.
COLOURS = """(async (data, boxes) => {
  const bytes = Uint8Array.from(atob(data), c => c.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  pen.drawImage(picture, 0, 0);
  return boxes.map(([x, y, width, height]) => {
    const counts = new Map();
    for (const pixel of new Uint32Array(pen.getImageData(x, y, width, height).data.buffer))
      counts.set(pixel, (counts.get(pixel) || 0) + 1);
    return [counts.size, Math.max(...counts.values()) / (width * height)];
  });
})"""


def checkPicture(page, file):
    """A screenshot has text in every pane."""
    panes = ["head", "steps-pane", "now", "source-pane", "variables-pane", "threads-pane"]
    go(page, "viewer.model.error")
    boxes = page.run(f"""{panes}.map(id => document.getElementById(id).getBoundingClientRect())
        .map(b => [b.x, b.y, b.width, b.height].map(Math.floor))""")
    page.screenshot(file)
    with open(file, "rb") as picture:
        data = base64.b64encode(picture.read()).decode()
    for pane, box, (colours, most) in zip(panes, boxes, page.run(f"{COLOURS}('{data}', {boxes})")):
        true(box[2] * box[3] > 2000, f"{pane} is visible")
        true(colours > 20 and most < 0.995, f"{pane} is blank: {colours} colours, {most:.3f} of one")


def checkPaper(page):
    page.run("window.dispatchEvent(new Event('beforeprint'))")
    steps = page.run("document.querySelectorAll('#paper table:first-of-type tbody tr:not(.preemption)').length")
    same(steps, page.run("viewer.model.steps.length"), "printed steps")
    pdf = page.pdf()
    true(pdf.startswith(b"%PDF") and len(pdf) > 3000, "a page on paper")


def checkHelp(page):
    page.run("document.getElementById('lanes').focus()")
    page.press("?")
    true(page.run("document.getElementById('help').open"), "? opens the help")
    before = current(page)
    page.press("j")
    same(current(page), before, "keys rest while the help is open")
    page.run("document.getElementById('help').close()")
    unnamed = page.run("""[...document.querySelectorAll('button, input, select, [tabindex]')].filter(e =>
        !(e.getAttribute('aria-label') || e.title || e.textContent.trim() || e.closest('label'))).length""")
    same(unnamed, 0, "controls without a name")


def small(page):
    checkShown(page)
    same(current(page), page.run("viewer.model.error"), "opens at the error")
    checkStepping(page)
    checkState(page)
    checkSearch(page)
    checkHelp(page)
    checkThemes(page)
    checkPaper(page)


def long(page):
    """A long trace costs as many elements as a short one."""
    rows = "document.querySelectorAll('#lanes .row').length"
    last = lastStep(page)
    true(last >= 9999, f"the trace has {last + 1} steps")
    for step in (0, last // 2, last, 17, last - 1):
        go(page, step)
        checkShown(page)
        true(page.run(rows) < MOST_ROWS, f"{page.run(rows)} rows at step {step}")
    page.run("document.getElementById('lanes').focus()")
    page.press("Home")
    for _ in range(50):
        page.press("PageDown")
    same(current(page), 1000, "fifty pages down")
    checkShown(page)
    page.click("#minimap")
    true(abs(current(page) - last / 2) < last / 20, f"the middle of the map is step {current(page)}")
    checkShown(page)
    page.run("document.getElementById('lanes').scrollTop = 1e9")
    settle(page)
    true(page.run(f"Boolean(document.getElementById('step-{last}'))"), "scrolling reaches the end")
    true(page.run(rows) < MOST_ROWS, "rows after scrolling")
    page.press("/")
    page.write("T1")
    true(page.run("viewer.found.length") > 1000, "a search with many results")


def hostile(page):
    """Markup in names stays text, and control characters become visible."""
    same(page.run("window.hacked"), None, "a script of the program ran")
    same(page.run("document.querySelectorAll('script').length"), 2, "scripts")
    same(page.run("document.querySelectorAll('img, b').length"), 0, "elements made by names")
    text = page.run("document.getElementById('title').textContent")
    true("</script><script>" in text, f"the title shows the markup: {text}")
    shown = page.run("document.body.textContent.match(/[\\u0001-\\u0008\\u000b-\\u001f\\u007f]/)")
    same(shown, None, "control characters in the page")


def several(page):
    count = page.run("document.querySelectorAll('#errors option').length")
    true(count > 1, "a list of errors")
    title = page.run("document.getElementById('title').textContent")
    page.run("(e => { e.value = 1; e.onchange(); })(document.getElementById('errors'))")
    true(page.run("document.getElementById('title').textContent") != title, "the other error")
    checkShown(page)


def older(page):
    """A read of an older write is drawn as such, and memory keeps its value."""
    read = page.run("viewer.model.steps.findIndex(step => step.weak)")
    same(page.run("viewer.model.steps.filter(step => step.weak).length"), 1, "such steps")
    go(page, read)
    checkShown(page)
    row = f"document.getElementById('step-{read}')"
    true(page.run(f"{row}.classList.contains('older')"), "the row is marked")
    same(page.run(f"getComputedStyle({row}.querySelector('.dot')).borderTopStyle"), "dashed", "its dot")
    text = page.run(f"{row}.textContent")
    true("read data = 1" in text and "wrote 2 since" in text, f"what it says: {text}")
    same(page.run("document.querySelectorAll('#arrows-svg path.reads-older').length"), 1, "arrows")
    same(page.run(f"viewer.model.variables.get('data').at({read})"), "2", "what memory holds")


def circle(page):
    """Of a deadlock the circle comes first, then who waits for the others."""
    notes = page.run("[...document.querySelectorAll('#notes li')].map(e => e.textContent)")
    same(notes[:2], ["T1 holds a at deadlock.c:6, waits for b (T2) at deadlock.c:7",
                     "T2 holds b at deadlock.c:13, waits for a (T1) at deadlock.c:14"], "the circle")
    true("waits for b" in page.run("document.getElementById('now-text').textContent"),
         "opens at a thread of the circle")
    ends = page.run("viewer.model.steps.filter(step => step.end).map(step => step.t)")
    same(ends, [1, 2, 0], "main, which only waits for the end of T1, is last")
    true(page.run("[...document.querySelectorAll('#lanes .row.created')].length") == 1,
         "the thread that was made before the first step")


def freed(page):
    """Memory that was given back has no value, and the stacks are there."""
    at = page.run("viewer.model.steps.findIndex(step => step.text.startsWith('free '))")
    true(at >= 0, "a step that frees")
    text = f"freed at step {at + 1}"
    same(page.run(f"[...viewer.model.variables.values()].some(h => h.at({at}) === '{text}')"), True,
         f"a variable that was {text}")
    go(page, "viewer.model.error")
    stacks = page.run("[...document.querySelectorAll('#threads .stack')].map(e => e.textContent)")
    true(any(frame.startswith("deep at ") for frame in stacks), f"stacks: {stacks}")


def narrow(page):
    """On a telephone the page is not wider than the screen, and the title is whole."""
    true(page.run("document.documentElement.scrollWidth <= innerWidth"),
         f"the page is {page.run('document.documentElement.scrollWidth')} wide")
    for step in (0, page.run("viewer.model.error")):
        go(page, step)
        checkShown(page)
        true(page.run("document.documentElement.scrollWidth <= innerWidth"), f"wider at step {step}")
    wide = page.run("""[...document.querySelectorAll('header *, #now *, #threads *')].filter(e =>
        e.getClientRects().length && !e.closest('.hidden, .skip') &&
        e.getBoundingClientRect().right > innerWidth + 1).map(e => e.id || e.className || e.tagName)""")
    same(wide, [], "what reaches beyond the screen")
    true(page.run("(h => h.scrollHeight <= h.clientHeight + 1)(document.getElementById('title'))"),
         "the title is cut")


def none(page):
    true("no-error" in page.run("document.getElementById('title').textContent"), "the verdict")
    same(page.run("document.getElementById('main').getClientRects().length"), 0, "empty panes are hidden")


def main():
    with chromium.Browser() as browser:
        for argument in sys.argv[1:]:
            name, file = argument.split("=", 1)
            size = {"width": 390, "height": 844} if name == "narrow" else {}
            page = browser.open("file://" + os.path.abspath(file), **size)
            globals()[name](page)
            if name in ("small", "long"):
                checkPicture(page, file + ".png")
            checkQuiet(page)
            print(f"{name}: fine")


if __name__ == "__main__":
    sys.exit(main())
