"""Finds faults of a page: with axe, in its layout, and in the order of its keyboard stops."""

from itertools import pairwise
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RUN_AXE = """async (contrast) => {
    const rules = { "color-contrast": { enabled: contrast } };
    const { violations } = await axe.run(document, { resultTypes: ["violations"], rules });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}"""
WAIT_FOR_ANIMATIONS = """async () => {
    const moving = () => document.getAnimations().filter(
        each => each.playState !== "finished" && Number.isFinite(each.effect.getComputedTiming().endTime));
    while (moving().length) await Promise.all(moving().map(each => each.finished.catch(() => null)));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Waits until all finite animations have ended, because half-transparent text has too little contrast."""
FIND_LAYOUT_FAULTS = """({ finger, place, letter }) => {
    const found = [];
    const seen = (parts) => [...document.querySelectorAll(parts)].filter(
        (part) => part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().width > 0);
    const name = (part) => `${part.id} ${part.getAttribute("class")} ${part.textContent.trim().slice(0, 40)}`;
    const box = (part) => part.getBoundingClientRect();
    const parts = seen("#title, .tool, #board, #map .pan, #layout svg, .act, #hint, #oled, .press, .card, #form");
    const { clientWidth } = document.documentElement;
    for (const part of [...parts, ...seen("h2, .turn, .command, .turn > p, #form label")])
        if (box(part).left < -0.5 || box(part).right > clientWidth + 0.5) found.push(`sticks out: ${name(part)}`);
    const isApart = (a, b) => {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return wide <= 0.5 || high <= 0.5;
    };
    parts.forEach((one, at) => parts.slice(at + 1).forEach((other) => {
        if (!one.contains(other) && !other.contains(one) && !isApart(box(one), box(other)))
            found.push(`overlap: ${name(one)} | ${name(other)}`);
    }));
    for (const part of seen("h1, .act, .tool, .command, .card h2, #form label, .turn > p"))
        if (part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1) found.push(`cut: ${name(part)}`);
    const small = (parts, least, what) => seen(parts)
        .filter((part) => Math.min(box(part).width, box(part).height) < least - 0.5)
        .forEach((part) => found.push(`${what}: ${name(part)}`));
    const targets = ".act, .tool, .press, .command, #tray .choice:not(.laid), #join .choice, #form label:has(input)";
    small(targets, finger, "small");
    const isPlayed = !document.querySelector("body.aside, .card.screen, body.mapped .outline:not(.usable *)");
    if (isPlayed) small("body:not(.mapped) .field, #map .ground, #layout .usable .outline", place, "small place");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode.data.trim(), part = walker.currentNode.parentElement;
        const isRead = text && !part.closest("svg, .unseen") && part.checkVisibility({ visibilityProperty: true });
        const px = isRead && parseFloat(getComputedStyle(part).fontSize);
        if (isRead && px < letter) found.push(`${px} px are too small for: ${text}`);
    }
    return [...new Set(found)];
}"""
READ_TAB_STOPS = """() => {
    const able = "a[href], button, input, select, textarea, summary, [tabindex]";
    const seen = (part) => part.tabIndex >= 0 && !part.disabled && part.checkVisibility({ visibilityProperty: true });
    const once = ({ type, checked }) => type !== "radio" || checked; // the answers to a question are one stop
    return [...document.querySelectorAll(able)].filter(seen).filter(once).map((part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        return [part.ariaLabel ?? part.textContent, part.tabIndex, left, top, right, bottom];
    });
}"""
"""Returns the keyboard stops with their name, tabindex and rectangle."""


def accessibility_faults(page: Page, *, contrast: bool = True) -> list[str]:
    """Returns the violations that axe finds. Contrast takes two thirds of the time and is the same at every size."""
    page.evaluate(WAIT_FOR_ANIMATIONS)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(RUN_AXE, contrast))


def layout_faults(page: Page, finger: float = 0, place: float = 0, letter: float = 0) -> list[str]:
    """Returns the parts that overlap, are cut, stick out or are smaller than the minimum sizes in pixels."""
    page.evaluate(WAIT_FOR_ANIMATIONS)
    return list(page.evaluate(FIND_LAYOUT_FAULTS, {"finger": finger, "place": place, "letter": letter}))


def tab_order_faults(page: Page) -> list[str]:
    """Returns the stops after which the focus moves up in the same column."""
    stops: list[list[Any]] = page.evaluate(READ_TAB_STOPS)
    assert len(stops) > 10
    back = [
        f"from {name} back up to {after}"
        for (name, _, left, top, right, _b), (after, _i, x, _y, end, bottom) in pairwise(stops)
        if bottom <= top and x < right and left < end
    ]
    return back + [f"tabindex of {name}" for name, index, *_ in stops if index > 0]
