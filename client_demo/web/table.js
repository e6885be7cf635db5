/** The table as it is played at: the bar above, the seats around the trick, one's hand, the side. */

import { app, around, bottom, deal, match, mySeat, nameAt, openPanel, room, sideName, sides } from "./app.js";
import { chat } from "./chat.js";
import { h } from "./dom.js";
import { Say, parseContract, say, sayContract } from "./i18n.js";
import { seatAfter, teamOf } from "./model.js";
import { callSign, icon, iconButton } from "./parts.js";
import { seats } from "./seats.js";
import { goal, waiting } from "./waiting.js";

export function table() {
  const phase = match()?.phase || "unstarted";
  return h("div", { class: `game in-${phase} ${mySeat() ? "seated" : "watching"}`, key: "game" },
    bar(),
    h("main", { class: "board", key: "board", id: "board" }, seats(), h("div", { class: "middle", key: "middle" }, middle(phase)), lastButton(phase), mySeat() && match() ? app.soon("play", ({ advice, hintButton }) => [hintButton(), advice()]) : null),
    mySeat() ? (match() ? app.soon("play", ({ hand }) => hand(), noCards()) : noCards()) : watcherBar(),
    h("aside", { class: "side", key: "side" }, h("section", { class: "scores", "aria-label": say("web.scores") }, match() ? app.soon("play", ({ sheet }) => sheet()) : [h("h2", {}, say("web.scores")), h("p", { class: "hint" }, goal(room().rules))]), h("section", { class: "talk", "aria-label": say("web.chat") }, chat("side"))));
}

const noCards = () => h("section", { class: "hand", key: "hand" });

function bar() {
  const unread = app.unread ? String(Math.min(99, app.unread)) : null;
  return h("header", { class: "bar", key: "bar" },
    iconButton("home", say("web.to_home"), () => app.go("/"), { class: "tool to-home" }),
    h("div", { class: "state" }, stakes(), score(), room().watchers ? h("span", { class: "onlookers", title: say("web.watchers", { n: room().watchers }) }, icon("eye"), h("span", { "aria-hidden": "true" }, room().watchers), h("span", { class: "hidden" }, say("web.watchers", { n: room().watchers }))) : null),
    h("nav", { class: "tools", "aria-label": say("web.tools") },
      iconButton("scores", say("web.scores"), () => openPanel("scores"), { "data-open": "scores", class: "tool narrow" }),
      iconButton("chat", say("web.chat"), () => openPanel("chat"), { "data-open": "chat", class: "tool narrow", badge: unread }),
      iconButton("share", say("web.invite"), () => openPanel("invite"), { "data-open": "invite", class: "tool roomy" }),
      iconButton("help", say("web.help"), () => openPanel("help"), { "data-open": "help", class: "tool roomy" }),
      iconButton("gear", say("web.settings"), () => openPanel("settings"), { "data-open": "settings" })));
}

/** The way back to the last trick. */
function lastButton(phase) {
  if (phase !== "play" || !(deal().tricks || []).length) return null;
  return iconButton("last", say("web.last_trick"), () => openPanel("last"), { "data-open": "last", class: "tool again", key: "again" });
}

/** What is played for. */
function stakes() {
  const now = deal();
  if (!now?.contract || !["auction", "play"].includes(match().phase)) {
    const game = say(`game.${room().settings.rules.split("-")[0]}`);
    return h("div", { class: "stakes idle" }, h("b", {}, now && match().phase === "auction" ? Say("phase.auction") : game));
  }
  const contract = parseContract(now.contract);
  const times = { none: null, coinche: "×2", surcoinche: "×4" }[contract.doubling];
  return h("div", { class: `stakes ${teamOf(contract.taker) === sides()[0] ? "ours" : "theirs"}`, title: sayContract(now.contract) },
    h("b", {}, callSign(contract.bid), times ? h("span", { class: "times", title: say(`doubling.${contract.doubling}`) }, times) : null),
    h("small", { dir: "auto" }, nameAt(contract.taker)));
}

function score() {
  if (!match()) return null;
  const { scores, held } = match();
  const won = (team) => (deal()?.tricks || []).filter(({ winner }) => teamOf(winner) === team).length;
  const playing = match().phase === "play";
  const side = (team, index) => h("div", { class: `total ${index ? "theirs" : "ours"}`, key: team, title: sideName(team) },
    h("small", {}, mySeat() ? say(index ? "web.they" : "web.we") : say(`team.${team}`)), h("b", {}, String(scores[team.toLowerCase()])),
    h("span", { class: "tricks", title: say("web.tricks_won", { n: won(team) }) }, playing ? [h("span", { "aria-hidden": "true" }, won(team)), h("span", { class: "hidden" }, say("web.tricks_won", { n: won(team) }))] : null));
  return h("div", { class: "score" }, sides().map(side), held ? h("span", { class: "held", title: Say("sheet.held") }, `+${held}`) : null);
}

function middle(phase) {
  if (phase === "unstarted") return waiting();
  return app.later("play", ({ stage }) => stage(phase));
}

/** For those who watch: from which side, and how many they are. */
function watcherBar() {
  return h("section", { class: "hand watcher", key: "hand" },
    h("p", {}, say("web.you_watch"), " ", h("span", { class: "count-line" }, say("web.watchers", { n: room().watchers || 0 }))),
    iconButton("turn", say("web.turn_table"), () => { app.looking = seatAfter(bottom()); app.draw(); }, { "data-turn": "1" }));
}

export { invitation } from "./waiting.js";
