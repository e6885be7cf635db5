/** Before the match: take a seat, ask friends in, say that you are ready. */

import { app, ask, mySeat, nameAt, openPanel, room, tell } from "./app.js";
import { strength } from "./chat.js";
import { h } from "./dom.js";
import { Say, say } from "./i18n.js";
import { SEATS, place } from "./model.js";
import { button, icon } from "./parts.js";
import { prefs } from "./prefs.js";

export function waiting() {
  const { settings, seats, rules } = room();
  const empty = SEATS.filter((seat) => !seats[place(seat)].person && !seats[place(seat)].bot);
  const free = empty.length;
  const isHost = room().host === app.conn.you.id;
  const mine = mySeat() && seats[place(mySeat())];
  if (mine) app.soon("play", () => null); // what comes next, on its way while others sit down
  return h("section", { class: "lounge", key: "lounge" },
    h("h1", {}, Say(`ruleset.${settings.rules}`)),
    h("p", { class: "terms" }, goal(rules), " · ", settings.turn ? say("web.seconds_a_turn", { n: settings.turn }) : say("web.no_clock")),
    h("div", { class: "places", role: "group", "aria-label": say("web.seats") }, SEATS.map(placeButton)),
    mine ? button(mine.ready ? [icon("tick"), " ", say("web.ready")] : say("web.i_am_ready"), () => ask({ t: "ready", ready: !mine.ready }), {
      class: `big ${mine.ready ? "" : "primary"}`, "aria-pressed": String(Boolean(mine.ready)), "data-act": "ready",
    }) : h("p", { class: "hint" }, room().sit ? say("web.choose_seat") : say("web.only_watch")),
    h("p", { class: "hint", role: "status" }, free ? say("web.free_seats", { n: free }) : mine?.ready ? say("web.waiting_ready") : ""),
    isHost && mine && free ? h("div", { class: "fill" }, strength(), button([icon("bot"), " ", say("web.bots_fill")], () => empty.forEach((seat) => ask({ t: "bot", seat, policy: prefs.policy })), { "data-act": "fill" })) : null,
    free ? invitation(true) : null);
}

/** What is played to, in words. */
export function goal(rules) {
  if (rules["match.deals"]) return say("sheet.to_deals", { n: rules["match.deals"] });
  return say(rules["match.reach"] === "exceed" ? "sheet.above_target" : "sheet.to_target", { n: rules["match.target"] });
}

function placeButton(seat) {
  const view = room().seats[place(seat)];
  const isMe = seat === mySeat();
  const act = () => {
    if (view.person || view.bot) { app.person = seat; openPanel("person"); } else ask({ t: "sit", seat });
  };
  return h("button", {
    type: "button", key: seat, class: `place at-${seat} ${isMe ? "me" : ""} ${view.person || view.bot ? "" : "empty"}`, onclick: act, "data-sit": seat,
    disabled: !view.person && !view.bot && !room().sit,
  }, h("small", {}, Say(`seat.${seat}`)), view.bot && !view.person ? h("b", {}, icon("bot"), " ", say("web.bot")) : h("b", { dir: "auto" }, view.person ? nameAt(seat) : say("web.sit_here")), view.swap ? h("small", {}, "⇄ ", Say(`seat.${view.swap}`)) : null, view.ready ? icon("tick") : null);
}

/** The link, the code and the picture that bring friends here. */
export function invitation(isShort = false) {
  const { sit, watch } = room();
  const link = (kind, code) => `${location.origin}/${kind}/${code}`;
  const line = (kind, code, label) => h("div", { class: "link", key: kind }, h("span", {}, label), h("output", { class: "code" }, code),
    button(say("web.copy_link"), () => copy(link(kind, code)), { "data-copy": kind }));
  return h("div", { class: "invitation", key: "invitation" },
    sit ? line("join", sit, say("web.to_play")) : null,
    watch && !isShort ? line("watch", watch, say("web.to_watch")) : null,
    isShort ? null : h("img", { class: "qr", width: 180, height: 180, src: `/qr/${sit ? "join" : "watch"}/${sit || watch}.svg`, alt: say("web.qr") }),
    isShort ? null : h("p", { class: "url" }, link(sit ? "join" : "watch", sit || watch)));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // only pages from https may
    const field = document.createElement("textarea");
    field.value = text;
    (document.querySelector("dialog[open]") || document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  tell(say("web.copied"));
}
