/** What a match needs beyond its table: the auction, one's cards, the trick, the points. */

import { app, around, deal, nameAt } from "./app.js";
import { auction } from "./bidding.js";
import { face } from "./cards.js";
import { h } from "./dom.js";
import { Say, say } from "./i18n.js";
import { seatAfter } from "./model.js";
import { account, finish } from "./scores.js";

const SIDES = ["south", "west", "north", "east"];

/** The middle of the table, in each phase of a match. */
export function stage(phase) {
  if (app.lingering) return trick(app.lingering, true);
  if (phase === "auction") return auction();
  if (phase === "play") return trick({ leader: deal().leader, cards: deal().trick || [] });
  if (phase === "ended") return finish();
  return deal() ? account() : h("p", { class: "calm" }, Say("phase.dealing"));
}

/** The cards on the table, each before who played it. */
function trick({ leader, cards, winner }, isOver = false) {
  const seatsHere = around();
  return h("div", { class: `trick ${isOver ? "over" : ""}`, key: "trick", role: "group", "aria-label": say("web.on_table") }, cards.map((card, index) => {
    const seat = seatAfter(leader, index);
    return h("div", { class: `lies ${SIDES[seatsHere.indexOf(seat)]} ${winner === seat ? "won" : ""}`, key: card, "data-trick": card }, face(card));
  }));
}

/** The last trick again, on demand. */
export function lastTrick() {
  const last = (deal()?.tricks || []).at(-1);
  if (!last) return h("p", {}, say("web.no_trick"));
  return [h("div", { class: "mini" }, trick(last, true)), h("p", { class: "center" }, say("web.took", { name: nameAt(last.winner), n: last.points }))];
}

export { advice, advised, hand, hintButton } from "./hand.js";
export { sheet } from "./scores.js";
