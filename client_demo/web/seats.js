/** The people around the table: who they are, whose turn it is and how long, what they just said. */

import { app, around, deal, match, mySeat, nameAt, openPanel, room } from "./app.js";
import { h } from "./dom.js";
import { capital, parseContract, say } from "./i18n.js";
import { place, teamOf } from "./model.js";
import { callSign, icon } from "./parts.js";

const SIDES = ["south", "west", "north", "east"];

/** The four seats, from the viewer's own on. */
export const seats = () => around().map((seat, index) => chip(seat, SIDES[index]));

function chip(seat, side) {
  const view = room().seats[place(seat)];
  const isTurn = room().turn.seat === seat;
  const marks = marksOf(seat);
  return h("div", { class: `seat ${side} ${isTurn ? "turn" : ""} ${teamOf(seat)} ${view.person && !view.online && !view.bot ? "off" : ""}`, key: `seat-${seat}` },
    h("button", { type: "button", class: "who", "aria-label": spoken(seat, view, isTurn, marks), onclick: () => { app.person = seat; openPanel("person"); } },
      avatar(seat, view, isTurn),
      h("span", { class: "name" }, h("b", { dir: "auto" }, nameAt(seat)), h("span", { class: "marks" }, marks.map(([, what]) => what)))),
    bubble(seat));
}

function avatar(seat, view, isTurn) {
  const { deadline, bank } = room().turn;
  const counts = isTurn && deadline != null;
  const initial = view.person ? [...view.person.name][0].toLocaleUpperCase() : "·";
  const clock = { "data-deadline": deadline, "data-bank": bank ?? undefined, "data-total": room().settings.turn || 30 };
  return h("span", { class: "avatar" },
    h("svg", { viewBox: "0 0 44 44", "aria-hidden": "true", class: "ring", ...(counts ? clock : {}) },
      h("circle", { cx: 22, cy: 22, r: 20, class: "rail" }), isTurn ? h("circle", { cx: 22, cy: 22, r: 20, class: "needle", pathLength: 100, transform: "rotate(-90 22 22)" }) : null),
    h("span", { class: "initial", "aria-hidden": "true" }, view.bot && !view.person ? icon("bot") : initial),
    view.bot && view.person ? h("span", { class: "stand-in", "aria-hidden": "true" }, icon("bot")) : null,
    counts ? h("span", { class: "seconds", ...clock, "data-always": view.online || view.bot ? undefined : "1", title: bank == null ? undefined : say("web.bank") }) : null);
}

/** What there is to see at a seat, each with its words. */
function marksOf(seat) {
  const view = room().seats[place(seat)];
  const marks = [];
  const mark = (text, what, kind) => marks.push([text, h("span", { class: `mark ${kind}`, title: capital(text), key: kind }, what)]);
  const current = deal();
  const running = match() && match().phase !== "ended" && current;
  if (running && current.dealer === seat) mark(say("web.dealer"), say("web.dealer_short"), "dealer");
  if (running && current.contract && !current.passed_out) {
    const contract = parseContract(current.contract);
    if (contract.taker === seat) {
      const times = { none: "", coinche: " ×2", surcoinche: " ×4" }[contract.doubling];
      mark(`${say("web.taker")}`, [callSign(contract.bid), times], "taker");
    }
  }
  if (running && match().phase === "play" && current.leader === seat) mark(say("web.leads"), "▸", "leader");
  if (view.person && view.bot) mark(say("web.bot_holds"), say("web.bot_holds"), "bot");
  else if (view.grace != null) mark(`${say("web.away")}, ${say("web.grace")}`, [say("web.away"), " ", h("span", { class: "seconds", "data-deadline": view.grace, "data-always": "1" })], "away");
  else if (view.person && !view.online) mark(say("web.away"), say("web.away"), "away");
  if (view.ready && match()?.phase !== "auction" && match()?.phase !== "play") mark(say("web.ready"), icon("tick"), "ready");
  if (view.gives_up) mark(say("web.gives_up"), "⚑", "flag");
  return marks;
}

function spoken(seat, view, isTurn, marks) {
  const parts = [say(`seat.${seat}`), view.person ? view.person.name : view.bot ? `${say("web.bot")} (${say(`web.policy_${view.bot}`)})` : say("web.free")];
  if (seat === mySeat()) parts.push(say("web.you"));
  if (isTurn) parts.push(say("web.to_act"));
  return [...parts, ...marks.map(([text]) => text)].join(", ");
}

function bubble(seat) {
  const said = app.bubbles[place(seat)];
  if (said) return h("div", { class: `bubble ${said.kind}`, key: `b${said.nth}`, "aria-hidden": "true" }, said.what);
  if (match()?.phase !== "auction") return null;
  const call = (deal().calls || []).findLast(([who]) => who === seat)?.[1];
  return call ? h("div", { class: "bubble call", key: `c${deal().calls.length}-${call}`, "aria-hidden": "true" }, callSign(call)) : null;
}

/** Let *seat* say something for a while. */
export function speakAt(seat, what, kind = "word", seconds = 3.5) {
  const said = { what, kind, nth: Math.random() };
  app.bubbles[place(seat)] = said;
  setTimeout(() => {
    if (app.bubbles[place(seat)] !== said) return;
    app.bubbles[place(seat)] = null;
    app.draw();
  }, seconds * 1000);
}

