/**
 * A table, kept up to date without a single rule: `fold` puts what the server says in its place. After any
 * number of updates, `room` is what a snapshot would say at that moment.
 */

export const SEATS = ["S", "W", "N", "E"];
export const place = (seat) => SEATS.indexOf(seat);
export const seatAfter = (seat, steps = 1) => SEATS[(place(seat) + steps) % 4];
export const teamOf = (seat) => (seat === "S" || seat === "N" ? "NS" : "EW");

/** A version was missed: only a fresh snapshot helps. */
export class Gap extends Error {}

/** Return *table* after *update*; what is unknown changes nothing. */
export function fold(table, update) {
  if (update.t === "snapshot") return { v: update.v, term: update.term, room: update.room };
  if (!table || update.t === "left") return null;
  switch (update.t) {
    case "happened":
      return happened(table, update);
    case "term":
      if (update.v !== table.v) throw new Gap(`the table stands at ${update.v}, and ${table.v} is known`);
      return { ...table, term: update.term };
    case "presence":
      return { ...table, room: atSeat(table.room, update.seat, { online: update.online }) };
    case "watching":
      return { ...table, room: { ...table.room, watchers: update.count } };
    default:
      return table;
  }
}

function happened(table, update) {
  if (update.v <= table.v) return table;
  if (update.v > table.v + 1) throw new Gap(`version ${update.v} came after ${table.v}`);
  const room = update.events.reduce(after, table.room);
  return { ...table, v: update.v, room: { ...room, turn: update.turn } };
}

/** Return *room* after *event*. */
export function after(room, event) {
  const change = CHANGES[event.e];
  return change ? change(room, event) : room;
}

// --- people ---

function put(room, seat, view) {
  const seats = [...room.seats];
  seats[place(seat)] = view;
  return { ...room, seats };
}

const atSeat = (room, seat, changes) => put(room, seat, { ...room.seats[place(seat)], ...changes });
const atAll = (room, changes) => ({ ...room, seats: room.seats.map((view) => ({ ...view, ...changes })) });

function withoutOffers(room, seat) {
  const seats = room.seats.map((view) => (view.swap === seat ? { ...view, swap: undefined } : view));
  return { ...room, seats };
}

const emptied = (room, seat) => put(withoutOffers(room, seat), seat, {});
const sitting = ({ person, online, bot }) => ({ person, online, bot });
const NOTHING_SAID = { ready: false, gives_up: false, swap: undefined, grace: undefined };
const isPlaying = ({ match }) => Boolean(match) && match.phase !== "ended";

// --- the match ---

const inMatch = (room, changes) => ({ ...room, match: { ...room.match, ...changes } });
const inDeal = (room, changes) => inMatch(room, { deal: { ...room.match.deal, ...changes } });
const dealOver = (room) => inMatch(room, { phase: "dealing", dealer: seatAfter(room.match.dealer) });

function played(room, { seat, card }) {
  const { deal } = room.match;
  const hands = [...deal.hands];
  const hand = [...hands[place(seat)]];
  hand.splice(Math.max(0, hand.indexOf(hand.includes(card) ? card : null)), 1);
  hands[place(seat)] = hand;
  return inDeal(room, { hands, trick: [...(deal.trick || []), card] });
}

function trickTaken(room, { winner, points }) {
  const { deal } = room.match;
  const taken = { leader: deal.leader, cards: deal.trick, winner, points };
  return inDeal(room, { tricks: [...(deal.tricks || []), taken], trick: [], leader: winner });
}

const CHANGES = {
  seated(room, { seat, id, name, left }) {
    const bank = isPlaying(room) ? room.seats[place(seat)].bank : 0;
    return put(left ? emptied(room, left) : room, seat, { person: { id, name }, online: true, bank });
  },
  stood: (room, { seat }) => emptied(room, seat),
  swapoffered: (room, { seat, other }) => atSeat(room, seat, { swap: other }),
  swapped(room, { seat, other }) {
    const [one, two] = [seat, other].map((each) => sitting(room.seats[place(each)]));
    return put(put(withoutOffers(withoutOffers(room, seat), other), seat, two), other, one);
  },
  readyset: (room, { seat, ready }) => atSeat(room, seat, { ready }),
  surrenderoffered: (room, { seat, gives_up }) => atSeat(room, seat, { gives_up }),
  botsat: (room, { seat, policy }) => atSeat(room, seat, { bot: policy, grace: undefined, ready: false, gives_up: false }),
  botleft: (room, { seat }) => atSeat(room, seat, { bot: undefined, ready: false }),
  away: (room, { seat, until }) => atSeat(room, seat, { grace: until }),
  returned: (room, { seat }) => atSeat(room, seat, { grace: undefined }),
  bankspent: (room, { seat, left }) => atSeat(room, seat, { bank: left }),
  watchersallowed: (room, { allowed }) => ({ ...room, settings: { ...room.settings, spectators: allowed } }),

  started(room, { match, dealer }) {
    return { ...atAll(room, { ...NOTHING_SAID, bank: room.settings.bank }), match: { id: match, phase: "dealing", dealer, scores: { ns: 0, ew: 0 } } };
  },
  committed: (room, { commitment }) => inMatch(room, { commitment }),
  dealt(room, { deal, dealer, hands, speaker, turned }) {
    const fresh = { number: deal, dealer, hands, leader: speaker, announced: [[], [], [], []], turned };
    return inMatch(atAll(room, { ready: false }), { phase: "auction", revealed: undefined, deal: fresh });
  },
  called(room, { seat, call, contract }) {
    return inDeal(room, { calls: [...(room.match.deal.calls || []), [seat, call]], contract });
  },
  passedout: (room) => dealOver(inDeal(room, { passed_out: true })),
  completed(room, { contract, leader, added }) {
    const hands = room.match.deal.hands.map((hand, index) => [...hand, ...added[index]]);
    return inMatch(inDeal(room, { hands, contract, leader }), { phase: "play" });
  },
  played,
  trick: trickTaken,
  announced(room, { seat, kinds }) {
    const announced = [...room.match.deal.announced];
    announced[place(seat)] = kinds;
    return inDeal(room, { announced });
  },
  belote(room, { seat, suit, word }) {
    return inDeal(room, { belotes: [...(room.match.deal.belotes || []), { seat, suit, word }] });
  },
  declarations: (room, event) => inDeal(room, { declarations: event }),
  settled(room, event) {
    const settled = [...(room.match.settled || []), event];
    return dealOver(inMatch(room, { settled, scores: event.scores, held: event.held || 0 }));
  },
  revealed: (room, event) => inMatch(room, { revealed: event, commitment: undefined }),
  ended(room, { winner, reason }) {
    return inMatch(atAll(room, { ...NOTHING_SAID, bank: 0 }), { phase: "ended", ended: { winner, reason } });
  },
};
