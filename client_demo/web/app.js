/** What every part of the page shares: who we are, the table, what is open; and the wish to draw it anew. */


import { Say, say } from "./i18n.js";
import { place, seatAfter } from "./model.js";

export const app = {
  conn: null, // the Connection, once there is one
  witness: null,
  lobby: null, // {v, tables, seeking}: what is offered on this server, once it has told
  seeking: null, // what one looks for, and how it stands: {asked, waiting, since}
  route: { page: "home" },
  panel: null, // what is open over the table
  notice: null, // {text, until}
  bubbles: [null, null, null, null], // what a seat just said, in seat order
  lingering: null, // the trick that was just taken, while it still lies there
  pick: { points: null, mode: null }, // in the bidding box
  chosen: null, // a card that waits to be confirmed
  hint: null, // what was advised: {card, call, text}
  talk: [], // what was said
  unread: 0,
  muted: new Set(),
  looking: "S", // from which side somebody watches
  dismissed: null, // the deal whose account was closed
  paused: false,
  draw: () => {},
};

export const room = () => app.conn?.table?.room || null;
export const match = () => room()?.match || null;
export const deal = () => match()?.deal || null;
export const mySeat = () => room()?.seat || null;

/** The seat at the bottom of the screen. */
export const bottom = () => mySeat() || app.looking;

/** The seats as they lie on the screen: bottom, left, top, right. */
export const around = () => [0, 1, 2, 3].map((steps) => seatAfter(bottom(), steps));

export const isMyTurn = () => mySeat() !== null && room().turn.seat === mySeat();

/** What somebody is called: their name, or the place of a robot or of a seat that is empty. */
export function nameAt(seat, inRoom = room()) {
  const { person, bot } = inRoom?.seats[place(seat)] || {};
  return person?.name || (bot ? `${Say("web.bot")} ${Say(`seat.${seat}`)}` : say(`seat.${seat}`));
}

/** The two sides as this viewer sees them: their own first, once they sit. */
export function sides() {
  return mySeat() === "W" || mySeat() === "E" ? ["EW", "NS"] : ["NS", "EW"];
}

/** What a side is called: by the names of its people. */
export function sideName(team) {
  const seats = team === "NS" ? ["N", "S"] : ["E", "W"];
  const isTaken = ({ person, bot }) => person || bot;
  return room() && seats.every((seat) => isTaken(room().seats[place(seat)])) ? seats.map((seat) => nameAt(seat)).join(" & ") : say(`team.${team}`);
}

/** Tell something in passing, for so many seconds. */
export function tell(text, seconds = 4) {
  app.notice = { text, kind: "note" };
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => {
    app.notice = null;
    app.draw();
  }, seconds * 1000);
  app.draw();
}

/** Open a panel; the way back closes it. */
export function openPanel(name) {
  if (app.panel === name) return;
  const replace = app.panel !== null;
  app.panel = name;
  history[replace ? "replaceState" : "pushState"]({ panel: true }, "", `#${name}`);
  if (name === "chat") app.unread = 0;
  app.draw();
}

export function closePanel() {
  if (app.panel === null) return;
  app.panel = null;
  if (history.state?.panel) history.back();
  else history.replaceState(null, "", location.pathname);
  app.draw();
}

/** Ask for something, and say so if it is refused. */
export async function ask(command) {
  const answer = await app.conn.ask(command);
  if (answer.t === "refused" && answer.code !== "stale_place") app.refused(answer);
  app.draw();
  return answer;
}

