/** The auction: what was said so far, the turned card, and a box with the calls that are open. */

import { app, around, ask, deal, isMyTurn, mySeat, nameAt, room } from "./app.js";
import { face } from "./cards.js";
import { h } from "./dom.js";
import { Say, capital, say, sayCall } from "./i18n.js";
import { seatAfter } from "./model.js";
import { button, callSign, modeSign } from "./parts.js";

export function auction() {
  const options = isMyTurn() ? room().turn.options : null;
  const waits = app.conn.asking.waiting("bid");
  return h("section", { class: `auction ${options ? "mine" : ""}`, key: "auction", "aria-label": Say("phase.auction") },
    h("div", { class: "sofar" },
      deal().turned ? h("figure", { class: "turned" }, face(deal().turned), h("figcaption", {}, say("web.turned"))) : null, calls()),
    options ? (options.kinds?.includes("take") || !options.kinds?.length && !options.points?.length && isClassic() ? takeBox(options, waits) : bidBox(options, waits))
      : mySeat() ? h("p", { class: "waiting" }, say("web.speaks", { name: nameAt(room().turn.seat || deal().leader) })) : null);
}

const isClassic = () => "scoring.tie" in room().rules;

/** The calls as a table: one column a seat, one line a round. */
function calls() {
  const said = deal().calls || [];
  const columns = around();
  const first = columns.indexOf(seatAfter(deal().dealer));
  const cells = [...Array(first).fill(null), ...said.map(([, call]) => call)];
  const rows = Array.from({ length: Math.max(1, Math.ceil((cells.length + 1) / 4)) }, (_, row) => columns.map((_seat, at) => cells[4 * row + at]));
  return h("table", { class: "calls" }, h("caption", { class: "hidden" }, say("web.calls")),
    h("thead", {}, h("tr", {}, columns.map((seat) => h("th", { scope: "col", class: room().turn.seat === seat ? "turn" : "", key: seat }, h("span", { dir: "auto" }, nameAt(seat)))))),
    h("tbody", {}, rows.map((row, number) => h("tr", { key: `r${number}` }, row.map((call) => h("td", {}, call ? callSign(call) : ""))))));
}

function speak(call) {
  if (app.conn.asking.waiting("bid")) return;
  app.pick = { points: null, mode: null };
  app.hint = null;
  ask({ t: "bid", deal: deal().number, nth: (deal().calls || []).length, call });
  app.draw();
}

const wordButton = (word, options, waits, kind = "") => button(Say(`word.${word}`), () => speak(word), {
  class: `word ${word} ${kind} ${waits?.call === word ? "sent" : ""}`, "data-call": word, disabled: !options.words?.includes(word), key: word,
});

/** Classic Belote: take or pass. */
function takeBox(options, waits) {
  const modes = options.modes || [];
  return h("div", { class: "box take", key: "take", role: "group", "aria-label": say("web.your_call") },
    h("div", { class: "modes" }, modes.map((mode) => button([h("span", {}, say("web.take")), " ", modeSign(mode)], () => speak(mode), {
      class: `mode-button primary ${waits?.call === mode ? "sent" : ""}`, "data-call": mode, "aria-label": capital(sayCall(mode)), key: mode,
    }))),
    h("div", { class: "words" }, wordButton("pass", options, waits)));
}

/** Coinche: how much, in what; then said with one button. */
function bidBox(options, waits) {
  const points = options.points || [];
  const kinds = options.kinds || [];
  const levels = [...(kinds.includes("points") ? points.map(String) : []), ...kinds.filter((kind) => kind !== "points")];
  if (!levels.includes(app.pick.points)) app.pick.points = levels[0] ?? null;
  const pick = (name, value) => { app.pick[name] = value; app.draw(); };
  const call = app.pick.points && app.pick.mode ? app.pick.points + app.pick.mode : null;
  const all = [...range(), ...["capot", "generale"].filter((kind) => kind !== "generale" || room().rules["auction.generale"])];
  return h("div", { class: "box bids", key: "bids", role: "group", "aria-label": say("web.your_call") },
    levels.length ? [
      h("div", { class: "levels", role: "group", "aria-label": say("web.how_much") }, all.map((level) => button(/\d/.test(level) ? level : capital(say(`bid_kind.${level}`)), () => pick("points", level), {
        class: level.length > 3 ? "long" : "", "data-level": level, "aria-pressed": String(app.pick.points === level), disabled: !levels.includes(level), key: level,
      }))),
      h("div", { class: "modes", role: "group", "aria-label": say("web.in_what") }, (options.modes || []).map((mode) => button(modeSign(mode), () => pick("mode", mode), {
        class: "mode-button", "data-mode": mode, "aria-label": capital(say(`mode.${mode}`)), "aria-pressed": String(app.pick.mode === mode), key: mode,
      }))),
    ] : null,
    h("div", { class: "words" }, wordButton("pass", options, waits),
      options.words?.includes("coinche") ? wordButton("coinche", options, waits, "danger") : null,
      options.words?.includes("surcoinche") ? wordButton("surcoinche", options, waits, "danger") : null,
      levels.length ? button(call ? [h("span", {}, say("web.bid")), " ", callSign(call)] : say("web.choose_mode"), () => call && speak(call), {
        class: `primary say ${waits ? "sent" : ""}`, "data-call": call || "", disabled: !call, "aria-label": call ? capital(sayCall(call)) : undefined,
      }) : null));
}

/** Every number on the ladder of this table, the ones that are no longer open too: they keep their place. */
function range() {
  const { "auction.floor": floor = 80, "auction.ceiling": ceiling = 160 } = room().rules;
  return Array.from({ length: (ceiling - floor) / 10 + 1 }, (_, step) => String(floor + 10 * step));
}
