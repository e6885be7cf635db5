/** How the check of a deal went, for those who want to know. */

import { app, match } from "./app.js";
import { inline } from "./cards.js";
import { h } from "./dom.js";
import { say } from "./i18n.js";

export function proof() {
  const verdict = app.fairDeal;
  if (!verdict) return null;
  return [h("p", {}, say(verdict.problems.length ? "web.fair_broken" : verdict.proven ? "web.fair_how" : "web.fair_late")),
    verdict.problems.map((problem) => h("p", { class: "bad" }, say(`web.foul_${problem}`))),
    h("dl", { class: "proof" }, h("dt", {}, say("web.commitment")), h("dd", {}, verdict.commitment || "–"), h("dt", {}, say("web.seed")), h("dd", {}, verdict.seed || "–")),
    match()?.revealed?.deal === verdict.deal ? h("div", { class: "deck" }, match().revealed.deck.map((card) => h("span", { key: card }, inline(card)))) : null];
}

