/** Countdowns: elements that name a deadline of the server's are kept right, whatever else is drawn. */

import { app } from "./app.js";

/** Put the time that is left into every countdown on the page: never below nothing. */
export function tick() {
  lasting();
  for (const node of document.querySelectorAll("[data-deadline]")) {
    const [left, total, isBank] = timeOf(node.dataset);
    node.style.setProperty("--left", Math.min(1, left / total).toFixed(3));
    node.classList.toggle("bank", isBank);
    node.classList.toggle("late", left <= 5);
    if (!node.classList.contains("seconds")) continue;
    const text = node.dataset.always || isBank || left <= 10 ? `${isBank ? "+" : ""}${Math.ceil(left)}` : "";
    if (node.textContent !== text) node.textContent = text;
  }
}

/** Put how long something lasts already where that is told. */
function lasting() {
  for (const node of document.querySelectorAll("[data-since]")) {
    const passed = app.conn?.passed(Number(node.dataset.since)) ?? 0;
    node.textContent = `${Math.floor(passed / 60)}:${String(Math.floor(passed % 60)).padStart(2, "0")}`;
  }
}

/** Return the seconds left, of how many, and whether they are of the time bank. */
function timeOf({ deadline, bank, total }) {
  const left = (until) => app.conn?.left(Number(until)) ?? 0;
  const turn = bank === undefined ? 0 : left(bank);
  const isBank = bank !== undefined && turn === 0;
  const rest = turn || left(deadline);
  return [rest, isBank ? deadline - bank : Number(total) || rest || 1, isBank];
}

setInterval(tick, 250);
