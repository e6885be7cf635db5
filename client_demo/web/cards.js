/** Cards, drawn here: a face of 100 × 140, sharp at every size. Signs and figures are drawn once, in `sprite`. */

import { h } from "./dom.js";
import { lang, sayCard, say } from "./i18n.js";
import { prefs } from "./prefs.js";

const SIGNS = {
  S: "M50 4C60 24 94 40 94 64c0 16-12 22-22 22-9 0-16-4-19-11 1 9 5 17 13 21H34c8-4 12-12 13-21-3 7-10 11-19 11C18 86 6 80 6 64 6 40 40 24 50 4Z",
  H: "M50 94C18 64 6 48 6 30 6 14 18 6 29 6c10 0 18 6 21 16C53 12 61 6 71 6c11 0 23 8 23 24 0 18-12 34-44 64Z",
  D: "M50 2c8 18 22 36 38 48-16 12-30 30-38 48C42 80 28 62 12 50 28 38 42 20 50 2Z",
  C: "M50 4a20 20 0 0 1 15 33A20 20 0 1 1 54 63c0 16 5 28 13 33H33c8-5 13-17 13-33A20 20 0 1 1 35 37 20 20 0 0 1 50 4Z",
};

const GOLD = "#e3b23c";
const SKIN = "#f6dcc2";
const shape = (d, fill, more) => h("path", { d, fill, ...more });
const dot = (cx, cy, r, fill) => h("circle", { cx, cy, r, fill });
const FACE = [h("ellipse", { cx: 50, cy: 38, rx: 8.5, ry: 10.5, fill: SKIN }), dot(46.6, 36.5, 1.1, "#33261c"),
  dot(53.4, 36.5, 1.1, "#33261c"), shape("M47.5 43q2.5 1.6 5 0", "none", { stroke: "#a8543f", "stroke-width": 1.1 })];
const ROBE = "M27 70c0-14 8-20 17-22h12c9 2 17 8 17 22Z";

const FIGURES = {
  K: [
    shape(ROBE, "currentColor"), shape("M43 48l7 12 7-12 4 1.5L53 70h-6L39 49.5Z", GOLD), dot(50, 66, 2, "#fff"), ...FACE,
    shape("M41 38c0 14 4 19 9 19s9-5 9-19c-1 5-4 7-9 7s-8-2-9-7Z", "#6d4c33"), shape("M46.5 45.5h7", "none", { stroke: "#a8543f" }),
    shape("M40 30l-3-14 7.5 6L50 12l5.5 10 7.5-6-3 14Z", GOLD), shape("M40 27h20v3H40Z", "currentColor"), dot(50, 12, 2, GOLD),
  ],
  Q: [
    shape("M38 52c-3-8-2-30 12-30s15 22 12 30Z", "#b5651d"), shape(ROBE, "currentColor"), shape("M43 48c1 7 13 7 14 0l3 1c-1 12-19 12-20 0Z", "#fff"),
    dot(50, 63, 2.4, GOLD), dot(43, 60, 1.6, GOLD), dot(57, 60, 1.6, GOLD), ...FACE, shape("M41 34c1-7 5-9 9-9s8 2 9 9c-3-4-5-5-9-5s-6 1-9 5Z", "#b5651d"),
    shape("M40 27c1-5 3-8 4-11l3.5 5L50 15l2.5 6 3.5-5c1 3 3 6 4 11-6-3-14-3-20 0Z", GOLD), dot(50, 15, 1.8, "currentColor"), dot(44, 16, 1.4, "currentColor"), dot(56, 16, 1.4, "currentColor"),
  ],
  J: [
    shape("M40 32c-2 8-1 14-1 17h6V34ZM60 32c2 8 1 14 1 17h-6V34Z", "#8a5a2b"), shape(ROBE, "currentColor"), shape("M36 51l30 19h-9L31 54Z", GOLD),
    ...FACE, shape("M38 31c-2-10 8-14 14-13 8 1 11 6 11 12-8-3-17-3-25 1Z", "currentColor"), shape("M38 31c8-4 17-4 25-1v2.5c-8-3-17-3-25 1Z", GOLD),
    shape("M59 22c3-9 12-10 13-4s-4 9-9 10c3-3 4-5 5-8-3 1-6 3-9 2Z", GOLD),
  ],
};

const COLUMNS = { L: 37, M: 50, R: 63 };
const PIPS = {
  7: "L24 R24 L70 R70 L116 R116 M47", 8: "L24 R24 L70 R70 L116 R116 M47 M93",
  9: "L24 R24 L54 R54 L86 R86 L116 R116 M70", T: "L24 R24 L54 R54 L86 R86 L116 R116 M39 M101",
};

/** The drawings that all cards share, for once in the page. */
export const sprite = () => h("svg", { class: "sprite", "aria-hidden": "true" },
  Object.entries(SIGNS).map(([suit, d]) => h("symbol", { id: `p${suit}`, viewBox: "0 0 100 100" }, h("path", { d }))),
  Object.entries(FIGURES).map(([rank, parts]) => h("symbol", { id: `c${rank}`, viewBox: "0 0 100 140" }, parts)));

const use = (id, x, y, size, turned) => h("use", {
  href: `#${id}`, x, y, width: size, height: size, transform: turned ? `rotate(180 ${x + size / 2} ${y + size / 2})` : undefined,
});

/** A suit's sign, as high as the text around it. */
export const sign = (suit) => h("svg", { class: `sign ${suit}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, use(`p${suit}`, 0, 0, 100));

/** How a rank is written in the corner of a card. */
export function letter(rank) {
  if (rank === "T") return "10";
  const at = "JQKA".indexOf(rank);
  return at < 0 || !prefs.localLetters ? rank : [...say("web.letters")][at];
}

function middle(rank, suit) {
  if (rank === "A") return [use(`p${suit}`, 27, 47, 46)];
  if (rank in FIGURES) {
    const half = (turned) => h("use", { href: `#c${rank}`, width: 100, height: 140, transform: turned && "rotate(180 50 70)" });
    return [h("rect", { class: "frame", x: 25.5, y: 10.5, width: 49, height: 119, rx: 4 }), half(false), half(true),
      h("path", { class: "waist", d: "M26 70h48" })];
  }
  return PIPS[rank].split(" ").map((where) => use(`p${suit}`, COLUMNS[where[0]] - 9, +where.slice(1) - 9, 18, +where.slice(1) > 71));
}

const corner = (rank, suit, turned) => h("g", { class: "corner", transform: turned ? "rotate(180 50 70)" : undefined },
  h("text", { x: 13, y: 27, class: rank === "T" ? "ten" : undefined }, letter(rank)), use(`p${suit}`, 4, 32, 18));

const faces = new Map(); // drawn once for each way it is wanted: most of a page is cards

/** The face of *card*; *named* unless something around it says which card it is. */
export function face(card, { named = true, key } = {}) {
  const wanted = [card, named, key, prefs.localLetters, lang].join();
  if (!faces.has(wanted)) faces.set(wanted, drawFace(card, named, key));
  return faces.get(wanted);
}

function drawFace(card, named, key) {
  const [rank, suit] = card;
  const name = named ? { role: "img", "aria-label": sayCard(card) } : { "aria-hidden": "true" };
  return h("svg", { viewBox: "0 0 100 140", ...name, key, class: `card ${suit}` },
    h("rect", { class: "paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 }), middle(rank, suit), corner(rank, suit), corner(rank, suit, true));
}

/** A card within a line of text. */
export const inline = (card) => h("span", { class: `inline ${card[1]}`, role: "img", "aria-label": sayCard(card) }, letter(card[0]), sign(card[1]));

// --- how players hold their cards ---

const PLAIN = "ATKQJ987";
const TRUMP = "J9ATKQ87";

/**
 * Return *hand* as players sort it: trump apart on the left, then the other suits with colours alternating.
 *
 * @param mode what is trump: a suit, `NT`, `AT`, or nothing yet
 */
export function sorted(hand, mode) {
  if (!prefs.sort) return hand;
  const held = (suit) => hand.some((card) => card[1] === suit);
  const trump = "SHDC".includes(mode || "-") && held(mode) ? mode : "";
  const suits = alternating([..."SHCD"].filter((suit) => suit !== trump && held(suit)), trump);
  const ranks = (suit) => (suit === trump || mode === "AT" ? TRUMP : PLAIN);
  return [...trump, ...suits].flatMap((suit) => hand.filter((card) => card[1] === suit)
    .sort((one, two) => ranks(suit).indexOf(one[0]) - ranks(suit).indexOf(two[0])));
}

function alternating(suits, first) {
  const red = suits.filter((suit) => "HD".includes(suit));
  const black = suits.filter((suit) => "SC".includes(suit));
  const redNow = first ? "SC".includes(first) : red.length > black.length;
  const [ones, others] = red.length === black.length ? (redNow ? [red, black] : [black, red]) : red.length > black.length ? [red, black] : [black, red];
  return ones.flatMap((suit, index) => [suit, others[index]]).filter(Boolean);
}
