// Elements and drawings, made without a word of markup.

const SVG = "http://www.w3.org/2000/svg";

function filled(made, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name in made && !(made instanceof SVGElement)) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export const element = (tag, properties = {}, ...children) => filled(document.createElement(tag), properties, children);

export const drawn = (tag, properties = {}, ...children) => filled(document.createElementNS(SVG, tag), properties, children);

/** Black or white, whichever is read better on a colour `#rrggbb` (WCAG's relative luminance). */
export function ink(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000000" : "#ffffff";
}

/** All that the table tells of a place. */
export const about = ({ holds, why, use }) => [`${holds}.`, why, use].filter(Boolean).join(" ");

const STONE_HIGH = 9;

/** A stack of stones seen from above the table's edge, bottom first. */
export function stack(pieces) {
  const top = 24 - STONE_HIGH * (pieces.length - 1);
  const stones = pieces.flatMap(({ colour, label }, height) => {
    const y = 24 - STONE_HIGH * height;
    const edge = drawn("path", { d: `M4 ${y}v7a16 8 0 0 0 32 0v-7z`, fill: colour, class: "edge" });
    const face = drawn("ellipse", { cx: 20, cy: y, rx: 16, ry: 8, fill: colour, class: "face" });
    const letter = drawn("text", { x: 20, y: y + 4.6, fill: ink(colour) }, label);
    return [edge, face, letter];
  });
  return drawn("svg", { class: "stack", viewBox: `2 ${top - 9} 36 ${50 - top}`, "aria-hidden": "true" }, ...stones);
}

const PIPS = ["", "e", "ai", "aei", "acgi", "acegi", "adgcfi"];
const SPOTS = Object.fromEntries([..."abcdefghi"].map((spot, place) => [spot, [10 + 10 * (place % 3), 10 + 10 * Math.floor(place / 3)]]));

/** The pips of a half of a tile, around its middle, in a square of 1. */
export const pips = (value) => [...PIPS[value]].map((spot) => drawn("circle", { cx: (SPOTS[spot][0] - 20) / 38, cy: (SPOTS[spot][1] - 20) / 38, r: 0.09 }));

/** A die that shows so many pips, or a word where its faces are no numbers up to six. */
export function die(value) {
  if (PIPS[value] === undefined) return element("span", { className: "face", textContent: value });
  const pips = [...PIPS[value]].map((spot) => drawn("circle", { cx: SPOTS[spot][0], cy: SPOTS[spot][1], r: 3.4 }));
  return drawn("svg", { class: "die", viewBox: "0 0 40 40", role: "img", "aria-label": value }, drawn("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8 }), ...pips);
}

const ICONS = {
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  ok: "M5 13l5 5 9-11",
  bank: "M4 9l8-5 8 5z M6.5 10v7 M12 10v7 M17.5 10v7 M4 20h16",
  up: "M5 15l7-7 7 7",
  undo: "M9 5L4 10l5 5 M4 10h10a5 5 0 0 1 0 10h-3",
  rules: "M4 19.5V6a2 2 0 0 1 2-2h13v13H6.5a2.5 2.5 0 0 0 0 4H19 M9 8h6",
  history: "M5 20V11 M12 20V4 M19 20v-6",
  people: "M8 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M1.5 20c0-3.5 3-6 6.5-6s6.5 2.5 6.5 6 M15.5 4.3a4 4 0 0 1 0 7.4 M17.5 14.4c3 .7 5 2.9 5 5.6",
  invite: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M2 21c0-4 3-7 7-7s7 3 7 7 M19 8v6 M16 11h6",
  sound: "M4 9v6h4l5 4V5L8 9z M17 8a5 5 0 0 1 0 8",
  theme: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z M12 3v18 M12 8h7 M12 13h8.5 M12 18h5",
  advice: "M8.5 9a3.5 3.5 0 1 1 5.5 2.8c-1.3 0.9-2 1.6-2 3.2 M12 19h0.1",
  "full screen": "M4 9V4h5 M20 9V4h-5 M4 15v5h5 M20 15v5h-5",
  more: "M5 12h0.1 M12 12h0.1 M19 12h0.1",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14 M16 5v14",
  close: "M6 6l12 12 M18 6L6 18",
};

/** A small drawing, for those who see it only. */
export const icon = (name) => drawn("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, drawn("path", { d: ICONS[name] }));
