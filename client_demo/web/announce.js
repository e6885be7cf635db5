/** Every event in one sentence, for those who listen instead of looking; and a sign when it is one's turn. */

import { app, isMyTurn, nameAt, room } from "./app.js";
import { Say, capital, parseContract, say, sayCall, sayCard, sayContract } from "./i18n.js";
import { after, place, teamOf } from "./model.js";
import { prefs } from "./prefs.js";
import { speakAt } from "./seats.js";
import { callSign } from "./parts.js";

const region = () => document.getElementById("live");
let waiting = [];

/** Say *text* to screen readers; what comes at once is said together, in order. */
export function announce(text) {
  waiting.push(text);
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => {
    const line = document.createElement("p");
    line.textContent = waiting.join(" ");
    waiting = [];
    region().append(line);
    while (region().childElementCount > 6) region().firstElementChild.remove();
  }, 60);
}

/** Tell what *events* did to the table *before*. */
export function narrate(events, before) {
  let now = before.room;
  for (const event of events) {
    const then = now;
    now = after(now, event);
    const text = sentence(event, then, now);
    if (text) announce(text);
    show(event);
  }
  if (isMyTurn() && before.room.turn.seat !== room().seat) announce(say("web.your_turn_now"));
}

/** Return the sentence for *event*. */
export function sentence(event, before, now) {
  const name = event.seat ? nameAt(event.seat, event.e === "stood" ? before : now) : "";
  const side = (team) => say(`team.${team}`);
  const says = (what) => `${name}: ${what}.`;
  switch (event.e) {
    case "seated": return say("web.say_seated", { name, seat: say(`seat.${event.seat}`) });
    case "stood": return say("web.say_stood", { name });
    case "swapped": return say("web.say_swapped", { name, other: nameAt(event.other, now) });
    case "readyset": return event.ready ? say("web.say_ready", { name }) : "";
    case "surrenderoffered": return event.gives_up ? say("web.say_gives_up", { name }) : "";
    case "botsat": return now.seats[place(event.seat)].person ? say("web.say_bot_holds", { name }) : say("web.say_bot_sits", { seat: say(`seat.${event.seat}`) });
    case "botleft": return before.seats[place(event.seat)].person ? say("web.say_returned", { name }) : say("web.say_bot_goes", { seat: say(`seat.${event.seat}`) });
    case "away": return say("web.say_grace", { name, n: Math.ceil(app.conn.left(event.until)) });
    case "timedout": return say("web.say_timed_out", { name });
    case "clockcredited": return say("web.say_credited");
    case "dealt": return dealtSentence(event, now);
    case "called": return says(sayCall(event.call));
    case "passedout": return say("web.passed_out");
    case "completed": return `${capital(sayContract(event.contract))}.`;
    case "played": return says(sayCard(event.card));
    case "announced": return says(event.kinds.map((kind) => say(`declaration.${kind}`)).join(", "));
    case "belote": return says(say(`belote_word.${event.word}`));
    case "trick": return say("web.took", { name: nameAt(event.winner, now), n: event.points });
    case "declarations": return event.team ? say("web.say_declared", { side: side(event.team), points: event.points }) : say("web.say_cancelled");
    case "settled": return `${Say(`result.${event.result}`)}. ${side("NS")} ${event.points.ns}, ${side("EW")} ${event.points.ew}.`;
    case "ended": {
      const [own, other] = event.winner === "NS" ? [event.scores.ns, event.scores.ew] : [event.scores.ew, event.scores.ns];
      return say("sheet.won", { team: side(event.winner), own, other, reason: say(`end.${event.reason}`) });
    }
    default: return "";
  }
}

function dealtSentence(event, now) {
  const own = now.seat ? event.hands[place(now.seat)].filter(Boolean) : [];
  const parts = [say("web.say_dealt", { n: event.deal, name: nameAt(event.dealer, now) })];
  if (own.length) parts.push(say("web.say_hand", { cards: own.map(sayCard).join(", ") }));
  if (event.turned) parts.push(say("web.say_turned", { card: sayCard(event.turned) }));
  return parts.join(" ");
}

/** What is seen besides: bubbles, and sounds. */
function show(event) {
  if (event.e === "announced") speakAt(event.seat, event.kinds.map((kind) => capital(say(`declaration.${kind}`))).join(", "), "declared");
  if (event.e === "belote") speakAt(event.seat, Say(`belote_word.${event.word}`), "declared");
  if (event.e === "called") speakAt(event.seat, callSign(event.call), "call", 2.5);
  if (event.e === "declarations" && event.team) {
    for (const { seat, kind } of event.shown) speakAt(seat, Say(`declaration.${kind}`), "declared", 5);
  }
  if (event.e === "played") beep(180, 0.03);
  if (event.e === "settled") beep(teamOf(parseContract(event.contract).taker) === event.winner ? 660 : 330, 0.2);
}

/** Tell that it is one's turn: by the title, a sound and a touch. */
export function callToTurn(isNew) {
  const name = "Belote";
  const title = isMyTurn() ? `● ${say("web.your_turn")} – ${name}` : name;
  if (document.title !== title) document.title = title;
  if (!isNew) return;
  beep(520, 0.12);
  if (prefs.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
}

let sound = null;

function beep(pitch, seconds) {
  if (!prefs.sound || !window.AudioContext) return;
  sound ||= new AudioContext();
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + seconds);
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + seconds);
}

