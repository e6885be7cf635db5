/**
 * Watching that deals are fair (`bc/v1`), without taking the server's word for anything. A deal's commitment
 * is told before anybody speaks. When it is over, the seed must be the one committed to, must give the
 * order that is revealed, and that order must give every card that was seen.
 */

import { after, place, seatAfter } from "./model.js";
import { fromHex, hmac, join, sha256, toHex } from "./sha.js";

const PACK = [..."CDHS"].flatMap((suit) => [..."789TJQKA"].map((rank) => rank + suit));
const NOTHING = new Uint8Array(0);

const bytes = (text) => new TextEncoder().encode(text);
const u32 = (number) => new Uint8Array([number >>> 24, number >>> 16, number >>> 8, number]);
const framed = (...parts) => join(...parts.flatMap((part) => [u32(part.length), part]));

/** Return what binds *seed* to a deal, in hexadecimal. */
export const commitment = (match, deal, seed) =>
  toHex(sha256(framed(bytes("bc/v1/commit"), bytes(match), u32(deal), seed)));

/** Return the order of a deal, the top first. */
export function shuffled(match, deal, dealer, seed) {
  const where = join(u32(deal), Uint8Array.of(place(dealer)));
  const key = hmac(seed, framed(bytes("bc/v1/deal"), bytes(match), where, NOTHING, NOTHING, NOTHING, NOTHING));
  const words = wordsOf(key);
  const deck = [...PACK];
  for (let last = 31; last > 0; last -= 1) {
    const fair = 2 ** 32 - (2 ** 32 % (last + 1));
    let word = words.next().value;
    while (word >= fair) word = words.next().value;
    const chosen = word % (last + 1);
    [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
  }
  return deck;
}

function* wordsOf(key) {
  for (let block = 0; ; block += 1) {
    const view = new DataView(hmac(key, join(bytes("bc/v1/block"), u32(block))).buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

/** Return the cards that *deck* gives to each seat, in seat order. */
export function handsOf(deck, deal, packets) {
  const order = [1, 2, 3, 4].map((steps) => place(seatAfter(deal.dealer, steps)));
  const hands = [[], [], [], []];
  let top = 0;
  const give = (seat, size) => {
    hands[seat].push(...deck.slice(top, top + size));
    top += size;
  };
  for (const size of packets) for (const seat of order) give(seat, size);
  if (deal.turned && deal.contract) {
    give(place(deal.contract[0]), 1);
    for (const seat of order) give(seat, 8 - hands[seat].length);
  }
  return hands;
}

/** Remembers each commitment as it was first heard, and judges each deal that is revealed. */
export class Witness {
  commitments = new Map();
  verdicts = new Map(); // by match and deal: {deal, problems, proven, commitment, seed}

  /** Look at *update*, which came to the table *before*. */
  see(before, update) {
    if (update.t === "snapshot") this.#room(update.room);
    if (update.t !== "happened" || !before || update.v !== before.v + 1) return;
    let room = before.room;
    for (const event of update.events) {
      if (event.e === "committed") this.#remember(room.match.id, event.deal, event.commitment);
      room = after(room, event);
      if (event.e === "revealed") this.#judge(room, event);
    }
  }

  verdict(match, deal) {
    return this.verdicts.get(`${match} ${deal}`);
  }

  #room({ match, ...room }) {
    if (!match) return;
    const number = match.deal?.number || 0;
    if (match.commitment) this.#remember(match.id, match.phase === "dealing" ? number + 1 : number, match.commitment);
    if (match.revealed) this.#judge({ ...room, match }, match.revealed);
  }

  #remember(match, deal, told) {
    const key = `${match} ${deal}`;
    if (!this.commitments.has(key)) this.commitments.set(key, { told, changed: false });
    else if (this.commitments.get(key).told !== told) this.commitments.get(key).changed = true;
  }

  #judge(room, revealed) {
    const key = `${room.match.id} ${revealed.deal}`;
    if (this.verdicts.has(key)) return;
    const known = this.commitments.get(key);
    const problems = [...problemsOf(room, revealed, known?.told)];
    if (known?.changed) problems.push("exchanged");
    this.verdicts.set(key, {
      deal: revealed.deal, problems, proven: known !== undefined, commitment: known?.told, seed: revealed.seed,
    });
  }
}

function* problemsOf({ match, rules }, { deal: number, deck, seed: shown }, told) {
  const seed = fromHex(shown);
  if (seed === null) {
    yield "no_seed";
    return;
  }
  if (told !== undefined && commitment(match.id, number, seed) !== told) yield "commitment";
  const { deal } = match;
  if (!deck.length || deal?.number !== number) return; // committed to, and never dealt
  if (shuffled(match.id, number, deal.dealer, seed).join() !== deck.join()) yield "order";
  const owed = handsOf(deck, deal, rules["dealing.packets"]);
  if (seenCards(deal).some((cards, seat) => cards.some((card) => !owed[seat].includes(card)))) yield "cards";
  if (deal.turned && deck[4 * rules["dealing.packets"].reduce((sum, size) => sum + size)] !== deal.turned) yield "turned";
}

/** Return the cards each seat was seen to have: played, or in a hand that is shown. */
export function seenCards(deal) {
  const seen = deal.hands.map((hand) => hand.filter((card) => card !== null));
  const tricks = [...(deal.tricks || []), { leader: deal.leader, cards: deal.trick || [] }];
  for (const { leader, cards } of tricks) {
    cards.forEach((card, index) => seen[place(seatAfter(leader, index))].push(card));
  }
  return seen;
}

