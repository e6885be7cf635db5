/** One's own cards: sorted, the playable ones raised, the others with the reason why not. */

import { app, ask, deal, isMyTurn, match, mySeat, room, tell } from "./app.js";
import { face, sorted } from "./cards.js";
import { h } from "./dom.js";
import { announce } from "./announce.js";
import { explain, learn, parseContract, say, sayCard } from "./i18n.js";
import { place } from "./model.js";
import { button, iconButton, toggle } from "./parts.js";
import { choose, prefs } from "./prefs.js";

/** What is trump, as far as it is known. */
export const mode = () => (deal()?.contract ? parseContract(deal().contract).mode : deal()?.turned?.[1]);

export const myCards = () => (mySeat() && deal() ? sorted(deal().hands[place(mySeat())].filter(Boolean), mode()) : []);

/** The judgement of each card, while it is one's turn to play. */
const judged = () => (isMyTurn() && match().phase === "play" ? room().turn.cards || {} : null);

const onItsWay = () => app.conn.asking.waiting("play")?.card;

export function hand() {
  const cards = myCards();
  const duties = judged();
  const away = onItsWay();
  const cardsNow = cards.map((card) => slot(card, duties, away));
  return h("section", { class: "hand", "aria-label": say("web.your_cards"), onkeydown: walk, key: "hand" },
    h("div", { class: `fan n${cards.length}`, style: { "--n": String(cards.length) } }, cardsNow),
    standIn(),
    duties && canDeclare() ? h("div", { class: "declare" }, toggle(say("web.declare"), prefs.declare, (on) => { choose("declare", on); app.draw(); })) : null);
}

/** Who has been away finds a robot at their seat, and takes it back. */
function standIn() {
  if (!room().seats[place(mySeat())].bot) return null;
  return h("div", { class: "stands-in", role: "status" }, h("span", {}, say("web.bot_for_you")), button(say("web.seat_back"), () => ask({ t: "back" }), { class: "primary", "data-act": "back" }));
}

/** Ask what a good player would do, where the table allows it. */
export function hintButton() {
  if (!room().settings.hints || !isMyTurn()) return null;
  const wait = app.conn.asking.waiting("hint");
  return iconButton("bulb", say("web.hint"), () => wait || ask({ t: "hint" }), { class: `tool advise ${wait ? "sent" : ""}`, "data-act": "hint", key: "advise" });
}

/** What was advised, in a sentence; a click puts it away. */
export const advice = () => (app.hint ? h("p", { class: "advice", role: "status", key: "advice", onclick: () => { app.hint = null; app.draw(); } }, app.hint.text) : null);

/** Show what was advised, until something else happens. */
export async function advised({ card, call, reason: code, params }) {
  await learn("help");
  const text = explain(code, params || {}, "hint");
  app.hint = { card, call, text };
  announce(text);
  app.draw();
}

/** Whether it is the first trick, at a table that plays with declarations. */
const canDeclare = () => room().rules["declarations.played"] && !(deal().tricks || []).length;

function slot(card, duties, away) {
  const duty = duties ? duties[card] : undefined;
  const isLegal = duties !== null && duty === null;
  const why = duty ? reason(card, duty) : "";
  const isAdvised = app.hint?.card === card ? "advised" : "";
  const state = card === away ? "sent" : card === app.chosen ? "chosen" : isLegal ? "legal" : duties ? "barred" : "";
  return h("button", {
    type: "button", key: card, class: `slot ${state} ${isAdvised}`, "data-card": card, title: why || undefined,
    "aria-label": why ? `${sayCard(card)}. ${why}` : sayCard(card), "aria-disabled": isLegal ? undefined : "true",
    onclick: () => tap(card), onpointerdown: (event) => grab(event, card), oncontextmenu: (event) => { event.preventDefault(); if (why) tell(why); },
  }, face(card, { named: false }));
}

/** Why *card* may not be played, in words. */
function reason(card, code) {
  const [led, trump] = [(deal().trick || [])[0], mode()];
  return explain(code, { suit: code === "must_trump" ? trump : led?.[1] || trump, card: best() });
}

/** The card that holds the trick so far: what has to be beaten. */
function best() {
  const trick = deal().trick || [];
  const trump = mode();
  const order = (card) => (card[1] === trump || trump === "AT" ? "78QKTA9J" : "789JQKTA").indexOf(card[0]);
  const weight = (card) => (card[1] === trump ? 100 : card[1] === trick[0][1] ? 50 : 0) + order(card);
  return trick.reduce((one, two) => (weight(two) > weight(one) ? two : one), trick[0]);
}

function tap(card) {
  if (grab.dragged) return;
  const duties = judged();
  if (duties === null) return;
  if (duties[card]) {
    tell(reason(card, duties[card]));
    return;
  }
  if (prefs.confirm && app.chosen !== card) {
    app.chosen = card;
    tell(say("web.tap_again"), 6);
    return;
  }
  play(card);
}

/** Play *card*; one that waits for the line to come back is exchanged for it. */
export function play(card) {
  const waiting = onItsWay();
  if (waiting && !app.conn.asking.withdraw("play")) return;
  app.chosen = app.notice = app.hint = null;
  if (waiting === card) {
    app.draw();
    return;
  }
  ask({ t: "play", deal: deal().number, trick: (deal().tricks || []).length + 1, card, ...(prefs.declare ? {} : { declare: false }) });
  app.draw();
}

/** A card can also be drawn up onto the table. */
function grab(event, card) {
  grab.dragged = false;
  const node = event.currentTarget;
  const { clientX: x, clientY: y, pointerId } = event;
  if (event.button !== 0 || judged()?.[card] !== null) return;
  const move = (now) => {
    if (now.pointerId !== pointerId) return;
    const [dx, dy] = [now.clientX - x, now.clientY - y];
    if (!grab.dragged && Math.hypot(dx, dy) < 12) return;
    grab.dragged = true;
    node.style.setProperty("translate", `${dx}px ${dy}px`);
  };
  const end = (now) => {
    if (now.pointerId !== pointerId) return;
    for (const kind of ["pointermove", "pointerup", "pointercancel"]) removeEventListener(kind, kind === "pointermove" ? move : end);
    node.style.removeProperty("translate");
    if (now.type === "pointerup" && grab.dragged && y - now.clientY > 50) play(card);
    setTimeout(() => { grab.dragged = false; });
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** The arrow keys walk along the cards; a digit takes that card. */
function walk(event) {
  const slots = [...event.currentTarget.querySelectorAll(".slot")];
  const at = slots.indexOf(document.activeElement);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const next = step ? at + step : event.key === "Home" ? 0 : event.key === "End" ? slots.length - 1 : -1;
  if (!slots[next]) return;
  event.preventDefault();
  slots[next].focus();
}
