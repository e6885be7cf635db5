/** Points: why a deal counts what it counts, the sheet of the match, and the race to the target. */

import { app, ask, deal, match, mySeat, openPanel, room, sideName, sides } from "./app.js";
import { h } from "./dom.js";
import { Say, capital, parseContract, say, sayContract } from "./i18n.js";
import { place } from "./model.js";
import { button, callSign, icon } from "./parts.js";
import { goal } from "./waiting.js";

const ORDER = ["cards", "last_trick", "belote", "declarations", "deal_total", "base", "contract", "multiplier", "rounding", "held_in", "held_out"];
const CHANGES = ["multiplier", "rounding", "held_out"];

const number = (points, isChange) => (!points ? "–" : isChange && points > 0 ? `+${points}` : String(points).replace("-", "−"));

/** The lines of one side of an account, both sides beside each other. */
function lines(list, kind) {
  const rows = new Map();
  for (const { code, team, points, factor } of list) {
    const row = rows.get(code) || { NS: 0, EW: 0, factor };
    row[team] += points;
    rows.set(code, row);
  }
  return [...rows].sort(([one], [two]) => ORDER.indexOf(one) - ORDER.indexOf(two))
    .map(([code, row]) => h("tr", { key: kind + code }, h("th", { scope: "row" }, capital(say(`line.${code}`, { factor: row.factor }))),
      sides().map((team) => h("td", { key: team }, number(row[team], CHANGES.includes(code))))));
}

const total = (label, points, kind) => h("tr", { class: kind, key: kind }, h("th", { scope: "row" }, capital(say(label))), sides().map((team) => h("td", { key: team }, String(points[team.toLowerCase()]))));

/** Both sides above their columns: ours first, once one sits. */
const sideHeads = () => sides().map((team, index) => h("th", { scope: "col", key: team, title: sideName(team) },
  mySeat() ? h("b", {}, say(index ? "web.they" : "web.we")) : null, h(mySeat() ? "small" : "span", { dir: "auto" }, sideName(team))));

/** One deal's account, as a table. */
export function accountTable(settled) {
  const repeated = JSON.stringify(settled.written.slice(0, settled.counted.length)) === JSON.stringify(settled.counted);
  const rest = repeated ? settled.written.slice(settled.counted.length) : settled.written;
  return h("table", { class: "account" },
    h("thead", {}, h("tr", {}, h("td", {}), sideHeads())),
    h("tbody", {}, lines(settled.counted, "c"), total("sheet.counted", settled.own, "sum"), lines(rest, "w"), total("sheet.score", settled.points, "written")));
}

const outcome = (settled) => say(`result.${settled.result}`);

/** After a deal: what it came to, and the way on. */
export function account() {
  const now = deal();
  const settled = (match().settled || []).findLast((each) => each.deal === now.number);
  const mine = mySeat() && room().seats[place(mySeat())];
  const { deadline } = room().turn;
  const won = settled && settled.winner && sides()[0] === settled.winner;
  return h("section", { class: "report", key: "report", "aria-live": "off" },
    h("h2", { class: settled ? (won ? "good" : "bad") : "" }, settled ? capital(outcome(settled)) : Say("sheet.passed_out")),
    settled ? h("p", { class: "terms" }, callSign(parseContract(settled.contract).bid), " · ", sayContract(settled.contract)) : null,
    settled ? accountTable(settled) : h("p", {}, say("web.passed_out")),
    settled?.held ? h("p", { class: "heldline" }, say("sheet.held_out", { n: settled.held })) : null,
    fairness(now.number),
    mine ? button([mine.ready ? say("web.waiting_others") : say("web.next_deal"), deadline != null ? h("span", { class: "seconds", "data-deadline": deadline, "data-always": "1" }) : null],
      () => mine.ready || ask({ t: "next", deal: now.number }), { class: `big ${mine.ready ? "" : "primary"}`, "data-act": "next", "aria-disabled": mine.ready ? "true" : undefined }) : null);
}

/** After the match. */
export function finish() {
  const { ended, scores } = match();
  const other = ended.winner === "NS" ? "EW" : "NS";
  const mine = mySeat() && room().seats[place(mySeat())];
  const last = (match().settled || []).at(-1);
  const won = sides()[0] === ended.winner;
  return h("section", { class: "report finish", key: "finish" },
    h("h2", { class: mySeat() ? (won ? "good" : "bad") : "" }, mySeat() ? say(won ? "web.you_won" : "web.you_lost") : Say("phase.ended")),
    h("p", { class: "terms" }, say("sheet.won", { team: sideName(ended.winner), own: scores[ended.winner.toLowerCase()], other: scores[other.toLowerCase()], reason: say(`end.${ended.reason}`) })),
    chart(), last ? h("details", {}, h("summary", {}, say("web.last_deal")), accountTable(last)) : null,
    match().revealed ? fairness(match().revealed.deal) : null,
    mine ? h("div", { class: "row" },
      button(mine.ready ? say("web.waiting_others") : say("web.rematch"), () => mine.ready || ask({ t: "rematch" }), { class: `big ${mine.ready ? "" : "primary"}`, "data-act": "rematch" }),
      button(say("web.leave"), () => app.leave(), { class: "big", "data-act": "leave" })) : null);
}

/** Whether the deal was dealt as it had been fixed, as a tick; details on demand. */
function fairness(number) {
  const verdict = app.witness?.verdict(match().id, number);
  if (!verdict) return null;
  const kind = verdict.problems.length ? "foul" : verdict.proven ? "fair" : "unproven";
  return h("button", { type: "button", class: `fairness ${kind}`, "data-fair": kind, onclick: () => { app.fairDeal = verdict; openPanel("fair"); } },
    icon(kind === "foul" ? "cross" : "tick"), " ", say(`web.fair_${kind}`));
}

/** The whole match: the race, and each deal on a line. */
export function sheet() {
  if (!match()) return [h("h2", {}, say("web.scores")), h("p", { class: "hint" }, goal(room().rules))];
  const { settled = [], scores, held } = match();

  const rows = settled.map((each) => {
    const row = h("tr", { key: each.deal }, h("td", {}, String(each.deal)), h("td", { class: "what" }, callSign(parseContract(each.contract).bid),
      { none: "", coinche: " ×2", surcoinche: " ×4" }[each.doubling], h("small", {}, outcome(each))), sides().map((team) => h("td", { key: team }, `${each.points[team.toLowerCase()]}`)));

    return row;
  });
  return [h("h2", {}, say("web.scores")), h("p", { class: "hint" }, goal(room().rules)), chart(),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("web.match_sheet") }, h("table", { class: "match" }, h("caption", { class: "hidden" }, say("web.match_sheet")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "№"), h("th", { scope: "col" }, Say("sheet.contract")), sideHeads())),
      h("tbody", {}, rows), h("tfoot", {}, h("tr", {}, h("th", { colspan: 2, scope: "row" }, Say("sheet.total")), sides().map((team) => h("td", { key: team }, String(scores[team.toLowerCase()]))))))),
    held ? h("p", { class: "heldline" }, `${Say("sheet.held")}: ${held}`) : null];
}

/** The race to the target: one line for each side. */
function chart() {
  const { settled = [], scores } = match();
  const target = room().rules["match.deals"] ? 0 : room().rules["match.target"];
  const top = Math.max(target, scores.ns, scores.ew, 1) * 1.06;
  const points = [{ ns: 0, ew: 0 }, ...settled.map((each) => each.scores)];
  const x = (index) => 8 + (index * 284) / Math.max(4, points.length - 1);
  const y = (value) => 92 - (value / top) * 84;
  const label = sides().map((team) => `${sideName(team)} ${scores[team.toLowerCase()]}`).join(", ");
  const line = (team, index) => {
    const path = points.map((each, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(each[team.toLowerCase()]).toFixed(1)}`).join("");
    const last = points.at(-1)[team.toLowerCase()];
    return h("g", { class: index ? "theirs" : "ours", key: team }, h("path", { d: path }), h(index ? "rect" : "circle", index ? { x: x(points.length - 1) - 4, y: y(last) - 4, width: 8, height: 8 } : { cx: x(points.length - 1), cy: y(last), r: 4.5 }));
  };
  return h("svg", { class: "chart", viewBox: "0 0 300 100", role: "img", "aria-label": label }, h("path", { class: "axis", d: "M8 92h284" }),
    target ? h("path", { class: "target", d: `M8 ${y(target).toFixed(1)}h284` }) : null, sides().map(line).reverse());
}
