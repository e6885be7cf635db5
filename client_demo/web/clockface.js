/** Countdowns: elements that name a deadline of the server's are kept right, whatever else is drawn. */

import { app } from "./app.js";

/** Put the time that is left into every countdown on the page: never below nothing. */
export function tick() {
  for (const node of document.querySelectorAll("[data-deadline]")) {
    const left = app.conn?.left(Number(node.dataset.deadline)) ?? 0;
    const share = Math.min(1, left / Number(node.dataset.total || left || 1));
    node.style.setProperty("--left", share.toFixed(3));
    node.classList.toggle("late", left <= 5);
    if (!node.classList.contains("seconds")) continue;
    const text = node.dataset.always || left <= 10 ? String(Math.ceil(left)) : "";
    if (node.textContent !== text) node.textContent = text;
  }
}

setInterval(tick, 250);
