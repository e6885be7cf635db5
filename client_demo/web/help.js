/** How points are counted, by the rules of this very table; everything that is a number is the server's. */

import { app, room } from "./app.js";
import { face } from "./cards.js";
import { h } from "./dom.js";
import { Say, capital, say, sayCard } from "./i18n.js";
import { SEATS, seatAfter } from "./model.js";
import { select } from "./parts.js";

const SETS = ["classic-house", "classic-official", "coinche-house", "coinche-official"];
const MODES = ["S", "H", "D", "C", "NT", "AT"];
const told = new Map(); // what the server answered, by its question

const ask = { set: null, mode: "H", promise: "100", taker: "S", doubling: "", cards_ns: "82", last: "NS", capot: "", belote: "", declarations_ns: "", declarations_ew: "", held: "", alone: false };

/** Return what the server answers to a question; `null` while it does. */
function answer(path, query) {
  const url = `${path}?${new URLSearchParams([...query, ["lang", app.lang]])}`;
  if (!told.has(url)) {
    told.set(url, null);
    fetch(url).then((reply) => reply.json()).then((value) => { told.set(url, value); app.draw(); }, () => told.delete(url));
  }
  return told.get(url);
}

/** The rules that are explained: those of the table, with its changes, or a set of one's choice. */
function chosen() {
  const table = room()?.settings;
  if (table && ask.set === null) {
    return { name: table.rules, changes: Object.entries(table.changes).map(([name, value]) => `${name}=${Array.isArray(value) ? value.join("-") : value}`) };
  }
  return { name: ask.set || "coinche-house", changes: [] };
}

export function help() {
  const { name, changes } = chosen();
  const rules = answer("/api/rules", [["rules", name], ...changes.map((each) => ["set", each])]);
  const all = answer("/api/examples", []);
  const sets = SETS.map((each) => [each, Say(`ruleset.${each}`)]);
  return h("div", { class: "manual" },
    select(say("web.choose_rules"), room() ? [["", say("web.page_of_table")], ...sets] : sets, ask.set ?? (room() ? "" : "coinche-house"), (value) => { ask.set = value || null; app.draw(); }),
    rules ? [h("p", { class: "summary" }, rules.summary), ...explained(rules), ...worked(all), calculator(name, changes, rules)] : h("p", { class: "hint" }, say("web.loading")));
}

const part = (key, ...content) => h("section", { key }, h("h3", {}, say(`help.${key}`)), content);
const text = (key, params) => h("p", { key }, say(`help.${key}`, params));

function explained({ fields, cards, totals, game }) {
  const rule = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const deal = totals.S.deal;
  return [
    part("cards", text("cards_text"), worth(cards)),
    part("deal", text("deal_text", { last: rule["cards.last_trick"], capot: rule["cards.capot_last_trick"] }), sums(totals)),
    part("made", ...(game === "classic" ? classic(rule, totals) : coinche(rule))),
    part("belote", text("belote_text", { n: rule["cards.belote"] }), text(`belote_${rule["scoring.belote_goes_to"]}`)),
    part("declared", rule["declarations.played"] ? text("declared_text") : text("not_declared")),
    part("modes", text("modes_text", { ace: rule["cards.no_trump_ace"], nt: totals.NT.deal, at: totals.AT.deal, deal })),
  ];
}

function classic(rule, totals) {
  const { deal, capot } = totals.S;
  return [text(rule["scoring.must_beat_defence"] ? "made_classic" : "made_half"), text("fall_classic", { deal }), text(`tie_${rule["scoring.tie"]}`), text("capot_classic", { deal, capot })];
}

function coinche(rule) {
  return [
    text(rule["scoring.must_beat_defence"] ? "made_coinche" : "made_reach"), rule["scoring.rounding"] === "none" ? null : text("rounded"),
    text("fall_coinche", { base: rule["scoring.fall_base"] }), text("doubled", { two: rule["scoring.coinche"], four: rule["scoring.surcoinche"], base: rule["scoring.doubled_base"] }),
    text("capot_coinche", { capot: rule["scoring.capot"], generale: rule["scoring.generale"] }),
  ];
}

/** What each card is worth: one column for each way of playing, the strongest card first. */
function worth(cards) {
  const columns = [["trump", say("help.trump")], ["plain", say("help.plain")], ["NT", Say("mode.NT")], ["AT", Say("mode.AT")]];
  return h("div", { class: "worth" }, columns.map(([kind, label]) => h("table", { key: kind }, h("caption", {}, label), h("thead", { class: "hidden" }, h("tr", {}, h("th", { scope: "col" }, say("help.card")), h("th", { scope: "col" }, Say("bid_kind.points")))),
    h("tbody", {}, cards[kind].map(([rank, points]) => h("tr", { key: rank, class: points ? "" : "nought" }, h("th", { scope: "row" }, capital(say(`rank.${rank}`))), h("td", {}, String(points))))))));
}

function sums(totals) {
  const rows = [["S", say("help.any_suit")], ["NT", say("mode.NT")], ["AT", say("mode.AT")]];
  return h("table", { class: "account" }, h("thead", {}, h("tr", {}, h("td", {}), ["only_cards", "with_last", "with_capot"].map((key) => h("th", { scope: "col", key }, say(`help.${key}`))))),
    h("tbody", {}, rows.map(([mode, label]) => h("tr", { key: mode }, h("th", { scope: "row" }, capital(label)), ["cards", "deal", "capot"].map((key) => h("td", { key }, String(totals[mode][key])))))));
}

/** The trick and the deals of the page this game grew from, worked out by the scoring core. */
function worked(all) {
  if (!all) return [h("p", { class: "hint", key: "wait" }, say("web.loading"))];
  const { trick, examples } = all;
  const legal = Object.keys(trick.hand).filter((card) => trick.hand[card] === null);
  const said = { hand: Object.keys(trick.hand).map(sayCard).join(", "), legal: legal.map(sayCard).join(", ") };
  return [
    part("trick", text("trick_text", said),
      h("div", { class: "steps" }, trick.cards.map((card, index) => h("figure", { key: card, class: seatAfter(trick.leader, index) === trick.winner ? "won" : "" }, face(card), h("figcaption", {}, Say(`seat.${seatAfter(trick.leader, index)}`), h("b", {}, ` ${trick.points[index]}`))))),
      text("trick_sum", { winner: Say(`seat.${trick.winner}`), sum: trick.points.join(" + "), total: trick.total })),
    part("examples", text("examples_text"), h("div", { class: "worked" }, examples.map((each, index) => h("details", { key: index }, h("summary", {}, h("span", {}, `${index + 1}. ${each.name}`), h("b", {}, `${each.points.NS} : ${each.points.EW}`)), accountOf(each))))),
  ];
}

/** An account as the server tells it: rows of cells, and sentences. */
function accountOf({ rows, said, rules }) {
  const table = (list, kind) => list.map((cells, index) => h("tr", { key: kind + index, class: index === list.length - 1 ? "sum" : "" }, cells.map((cell, at) => h(at ? "td" : "th", at ? { key: at } : { key: at, scope: "row" }, at ? cell : capital(cell)))));
  return h("div", { class: "told" }, h("p", { class: "terms" }, said.contract, " · ", capital(say(`ruleset.${rules}`)).replace(/^ruleset\./, "")),
    h("table", { class: "account" }, h("thead", {}, h("tr", {}, h("td", {}), ["NS", "EW"].map((team) => h("th", { scope: "col", key: team }, say(`team.${team}`))))), h("tbody", {}, table(rows.counted, "c"), table(rows.written, "w"))),
    [...said.why, ...said.notes].map((sentence) => h("p", { key: sentence }, sentence)), h("p", {}, h("b", {}, capital(said.result))));
}

/** Any deal, counted by the server as it is typed. */
function calculator(name, changes, { game, fields }) {
  const [kindOfGame, kind] = name.split("-");
  const value = (field) => fields.find((each) => each.name === field)?.value;
  const isCoinche = game === "coinche";
  const change = (field) => (now) => { ask[field] = now; app.draw(); };
  const teams = [["", say("help.nobody")], ["NS", Say("team.NS")], ["EW", Say("team.EW")]];
  const number = (field, label) => h("label", { class: "field", key: field }, h("span", {}, label), h("input", { inputmode: "numeric", value: ask[field], oninput: (event) => change(field)(event.target.value.trim()) }));
  const levels = [];
  for (let points = value("auction.floor"); points <= value("auction.ceiling"); points += 10) levels.push([String(points), String(points)]);
  levels.push(["capot", Say("bid_kind.capot")], ["generale", Say("bid_kind.generale")]);
  const query = [["game", kindOfGame], ["rules", kind], ...changes.map((each) => ["set", each]), ["taker", ask.taker], ["cards_ns", ask.capot ? "" : ask.cards_ns], ["last", ask.last], ["capot", ask.capot], ["belote", ask.belote],
    ["declarations_ns", ask.declarations_ns], ["declarations_ew", ask.declarations_ew], ["held", isCoinche ? "" : ask.held], ...(isCoinche ? [["contract", ask.promise + ask.mode], [ask.doubling || "none", "1"]] : [["mode", ask.mode]]), ...(ask.promise === "generale" ? [["alone", ask.alone ? "1" : "no"]] : [])].filter(([, each]) => each !== "");
  const score = answer("/api/score", query);
  return h("section", { class: "calculator", key: "calculator" }, h("h3", {}, say("help.calculator")),
    h("form", { class: "asked", onsubmit: (event) => event.preventDefault() },
      select(say("help.taker"), SEATS.map((seat) => [seat, Say(`seat.${seat}`)]), ask.taker, change("taker")),
      isCoinche ? select(say("help.promise"), levels, ask.promise, change("promise")) : null,
      select(say("help.trump_is"), MODES.map((mode) => [mode, Say(`mode.${mode}`)]), ask.mode, change("mode")),
      isCoinche ? select(say("help.doubling"), [["", "–"], ["coinche", Say("word.coinche")], ["surcoinche", Say("word.surcoinche")]], ask.doubling, change("doubling")) : null,
      number("cards_ns", say("help.points_of", { team: say("team.NS") })), select(say("help.last_of"), teams.slice(1), ask.last, change("last")),
      select(say("help.capot_of"), teams, ask.capot, (team) => { ask.capot = team; if (team) ask.last = team; app.draw(); }), select(say("help.belote_of"), teams, ask.belote, change("belote")),
      number("declarations_ns", say("help.declared_of", { team: say("team.NS") })), number("declarations_ew", say("help.declared_of", { team: say("team.EW") })), isCoinche ? null : number("held", say("help.held"))),
    h("div", { class: "outcome", role: "status" }, !score ? say("web.loading") : score.error ? h("p", { class: "bad" }, score.error.message) : accountOf(score)));
}

