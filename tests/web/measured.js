// What of a page cannot be read: texts that are cut, too small, or covered. Returns sentences.
() => {
  const SMALLEST = 26 * Math.min(innerHeight / 1080, innerWidth / 1920) - 0.4;
  const ROOM = 1.5; // letters may stand out of their line by so many pixels
  const BOXES = ".seat, .centre, .pill, .button, .score > section, .top, .chip, .face, .part, li";
  // Tools for whoever stands at the screen; the result's links open on a phone as well.
  // The chart is drawn for its lines; the figures stand beside it.
  // A drawn card is a picture: its name and its effect stand beside it.
  const TOOLS = "nav button, nav a, .links, .chart, .drawn";
  const found = new Set();
  const name = (element) =>
    `${element.localName}.${String(element.getAttribute("class") ?? "")
      .trim()
      .replace(/\s+/g, ".")}`;
  const where = (element) => {
    const seat = element.closest(".seat");
    return `${seat ? name(seat).replace(/.*(at-\d).*/, "$1 ") : ""}${name(element)}`;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.data.trim();
    if (!text || element.closest(".sr, .skip, script, dialog, [hidden]")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width && box.height);
    if (!boxes.length) continue;
    const style = getComputedStyle(element);
    if (style.clipPath !== "none") continue;
    const scale = element.ownerSVGElement ? element.getScreenCTM().a : 1;
    texts.push({ element, text, boxes, size: parseFloat(style.fontSize) * scale });
  }
  const inside = (box, room) =>
    box.left >= room.left - ROOM &&
    box.right <= room.right + ROOM &&
    box.top >= room.top - ROOM - box.slack &&
    box.bottom <= room.bottom + ROOM + box.slack;
  for (const { element, text, boxes, size } of texts) {
    // The box of a line is higher than its letters.
    const boxed = boxes.map((box) => ({
      left: box.left,
      right: box.right,
      top: box.top,
      bottom: box.bottom,
      slack: (box.height - size) / 2 + size * 0.1,
    }));
    const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    if (!boxed.every((box) => inside(box, page)))
      found.add(`outside the screen: ${where(element)} "${text}"`);
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const clips = getComputedStyle(at).overflowX !== "visible";
      if (!clips && !at.matches(BOXES)) continue;
      const room = at.getBoundingClientRect();
      if (!boxed.every((box) => inside(box, room)))
        found.add(`cut by ${where(at)}: ${name(element)} "${text}"`);
    }
    if (size < SMALLEST && !element.closest(TOOLS))
      found.add(`${size.toFixed(1)} px: ${where(element)} "${text}"`);
  }
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("dialog, .sr, svg") || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    if (style.overflowX === "visible" || style.clipPath !== "none") continue;
    if (
      element.scrollWidth > element.clientWidth + ROOM ||
      element.scrollHeight > element.clientHeight + ROOM
    )
      found.add(
        `overflows: ${where(element)} ${element.scrollWidth}×${element.scrollHeight} in ${element.clientWidth}×${element.clientHeight}`,
      );
  }
  // Signs and buttons that leave their box.
  for (const element of document.querySelectorAll(
    ".seat .icon, .seat button, .seat .mark, .centre .icon, .centre button, .centre .mark, .seat .res",
  )) {
    if (!element.checkVisibility()) continue;
    const box = element.getBoundingClientRect();
    const room = element.closest(".seat, .centre").getBoundingClientRect();
    if (
      !inside(
        { left: box.left, right: box.right, top: box.top, bottom: box.bottom, slack: 0 },
        room,
      )
    )
      found.add(`leaves its panel: ${where(element)}`);
  }
  const flat = texts.flatMap(({ element, text, boxes, size }) =>
    boxes.map((box) => {
      const slack = Math.max(0, (box.height - size) / 2) + 1;
      return {
        element,
        text,
        left: box.left + 1,
        right: box.right - 1,
        top: box.top + slack,
        bottom: box.bottom - slack,
      };
    }),
  );
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  for (const [index, one] of flat.entries())
    for (const other of flat.slice(index + 1))
      if (
        one.element !== other.element &&
        meet(one, other) &&
        !one.element.closest(".veil") &&
        !other.element.closest(".veil")
      )
        found.add(
          `covered: ${where(one.element)} "${one.text}" and ${where(other.element)} "${other.text}"`,
        );
  for (const button of document.querySelectorAll(".button.main")) {
    const box = button.getBoundingClientRect();
    for (const one of flat)
      if (!button.contains(one.element) && meet(one, box))
        found.add(`covers Continue: ${where(one.element)} "${one.text}"`);
  }
  return [...found];
};
