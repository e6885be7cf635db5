/** What a closed connection means: whether to come back, and when. */

const OUR_FAULT = new Set([1002, 1003, 1007, 1008, 1009, 4003]);
const [FIRST, LONGEST, AFTER_FLOOD] = [1, 30, 10]; // seconds

/**
 * Return how to stand with the server after a close.
 *
 * @param closing the server's last update, where it sent one
 * @param attempt 1 for the first since the server was last heard
 * @param chance from 0 up to 1: spreads out those who were sent away together
 */
export function afterClose(code, closing, attempt, chance) {
  const detail = closing?.detail || closing?.reason || "";
  if (code === 4001) return { state: "replaced" };
  if (code === 4004) return { state: "outdated", detail };
  if (OUR_FAULT.has(code)) return { state: "closed", detail };
  const least = Math.max(code === 4008 ? AFTER_FLOOD : 0, closing?.retry_after || 0);
  const spread = Math.min(LONGEST, FIRST * 2 ** (attempt - 1));
  const state = code === 1012 || closing?.reason === "restarting" ? "restarting" : "reconnecting";
  return { state, retryIn: least + chance * spread };
}

export const isOver = (status) => ["replaced", "outdated", "closed"].includes(status.state);
