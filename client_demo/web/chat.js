/** Words between people. Names and texts are other people's: they are only ever text here. */

import { app, ask, mySeat, room } from "./app.js";
import { h } from "./dom.js";
import { Say, capital, say } from "./i18n.js";
import { select } from "./parts.js";
import { choose, prefs } from "./prefs.js";
import { speakAt } from "./seats.js";

const PHRASES = ["hello", "good_luck", "well_played", "thanks", "sorry", "oops", "your_turn", "one_moment", "back_soon", "goodbye"];

/** Take in what somebody said. */
export function heard(update) {
  const text = update.phrase ? say(`phrase.${update.phrase}`) : update.text || "";
  app.talk = [...app.talk.slice(-199), { ...update, nth: (app.talk.at(-1)?.nth || 0) + 1 }];
  if (app.panel !== "chat" && update.person.id !== app.conn.you.id) app.unread += 1;
  if (update.seat) speakAt(update.seat, text.length > 60 ? `${text.slice(0, 58)}…` : text, "talk", 5);
  return text;
}

/** The words so far, and a place to say some. */
export function chat(where) {
  const log = h("div", { class: "log", role: "log", "aria-live": "off", tabindex: 0, "aria-label": say("web.chat"), key: "log", ref: (node) => { chat.logs.add(node); } },
    app.talk.length ? app.talk.map((said) => h("p", { key: said.nth, class: said.seat ? "" : "visitor" }, h("b", { dir: "auto" }, said.person.name), " ", h("span", { dir: "auto" }, said.phrase ? say(`phrase.${said.phrase}`) : said.text))) : h("p", { class: "hint" }, say("web.nobody_spoke")));
  return h("div", { class: "chat" }, log,
    h("div", { class: "phrases", role: "group", "aria-label": say("web.phrases") }, PHRASES.map((phrase) => h("button", { type: "button", key: phrase, onclick: () => ask({ t: "say", phrase }), "data-phrase": phrase }, say(`phrase.${phrase}`)))),
    h("form", { class: "write", onsubmit: send, key: "write" }, h("input", { name: "text", maxlength: 300, autocomplete: "off", placeholder: say("web.write"), "aria-label": say("web.write"), id: `write-${where}` }), h("button", { class: "primary" }, say("web.send"))));
}
chat.logs = new Set();

/** Keep the newest words in sight. */
export function scrollLogs() {
  for (const node of chat.logs) {
    if (!node.isConnected) chat.logs.delete(node);
    else if (node.seen !== app.talk.length) { node.scrollTop = node.scrollHeight; node.seen = app.talk.length; }
  }
}

function send(event) {
  event.preventDefault();
  const field = event.target.elements.text;
  const text = field.value.trim();
  if (!text) return;
  field.value = "";
  ask({ t: "chat", text });
}

const POLICIES = ["novice", "club", "expert"];

/** How well robots are to play. */
export const strength = (label = say("web.strength")) => select(label, POLICIES.map((policy) => [policy, Say(`web.policy_${policy}`)]), prefs.policy, (policy) => { choose("policy", policy); app.draw(); });

/** Somebody at the table: what can be done about them. */
export function person(seat) {
  const view = room().seats["SWNE".indexOf(seat)];
  const isMe = seat === mySeat();
  const idle = !room().match || room().match.phase === "ended";
  const isHost = room().host === app.conn.you.id;
  const act = (label, doIt, props) => h("button", { type: "button", onclick: doIt, class: "wide", ...props }, label);
  const between = idle || room().match.phase === "dealing";
  const close = (command) => () => { ask(command); app.close(); };
  if (!view.person) {
    return [h("p", {}, view.bot ? `${Say("web.bot")}: ${say(`web.policy_${view.bot}`)}` : say("web.free")),
      room().sit && (idle || (between && !mySeat())) ? act(say("web.sit_here"), close({ t: "sit", seat }), { "data-act": "take" }) : null,
      isHost && idle && !view.bot ? [strength(), act(say("web.bot_sits"), close({ t: "bot", seat, policy: prefs.policy }), { "data-act": "bot" })] : null,
      isHost && idle && view.bot ? act(say("web.bot_goes"), close({ t: "remove", seat }), { class: "wide danger", "data-act": "remove" }) : null];
  }
  const { id } = view.person;
  const isMuted = app.muted.has(id);
  const offer = mySeat() && room().seats["SWNE".indexOf(mySeat())].swap === seat;
  return [
    h("p", {}, view.bot ? capital(say("web.bot_holds")) : view.online ? say("web.is_here") : say("web.away")),
    isMe && view.bot ? act(say("web.seat_back"), close({ t: "back" }), { class: "wide primary", "data-act": "back" }) : null,
    !isMe && view.bot && !mySeat() && room().sit && between ? act(say("web.sit_here"), close({ t: "sit", seat }), { "data-act": "take" }) : null,
    !isMe ? act(say(isMuted ? "web.unmute" : "web.mute"), async () => {
      const answer = await ask({ t: "mute", person: id, muted: !isMuted });
      if (answer.t === "ok") app.muted[isMuted ? "delete" : "add"](id);
      app.draw();
    }, { "data-act": "mute", "aria-pressed": String(isMuted) }) : null,
    !isMe && mySeat() && idle ? act(say(view.swap === mySeat() ? "web.swap_agree" : offer ? "web.swap_back" : "web.swap"), () => { ask({ t: "swap", seat: offer ? mySeat() : seat }); app.close(); }, { "data-act": "swap" }) : null,
    !isMe && isHost && idle ? act(say("web.remove"), () => { ask({ t: "remove", seat }); app.close(); }, { class: "wide danger", "data-act": "remove" }) : null,
    isMe && idle ? act(say("web.leave"), () => { app.close(); app.leave(); }, { class: "wide danger", "data-act": "leave" }) : null,
    isMe && !idle ? act(say("web.leave_to_bot"), () => { app.close(); app.leave(); }, { class: "wide", "data-act": "leave" }) : null,
    isMe && !idle ? act(say(view.gives_up ? "web.take_back" : "web.give_up"), () => { ask({ t: "surrender", ...(view.gives_up ? { give_up: false } : {}) }); app.close(); }, { class: "wide danger", "data-act": "surrender" }) : null,
  ];
}
