import { RecountedActivity } from './recount-activity';
import { recountConversion } from './recount-conversion';
import { recountEvent, type StoredEvent } from './recount-event';
import {
  addTo,
  chargeOf,
  type Ledger,
  type Outcome,
  payTimeOf,
  type Totals,
  type Turn,
} from './recount-money';
import { recountWithdrawals } from './recount-withdrawals';
import type { Act, Tick, World } from './story';
import type { TakenFunds } from './withdrawals';

export interface Recount {
  readonly totals: Totals;
  /** By the ids of events and conversions. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Broken invariants; must stay empty. */
  readonly violations: readonly string[];
}

/** The events that are stored in the end, by id. Of two cases of one place the first one has it. */
function storedEvents(ticks: readonly Tick[]): ReadonlyMap<string, StoredEvent> {
  const stored = new Map<string, StoredEvent>();
  ticks.forEach(({ deliveries }, tick) => {
    for (const event of deliveries.flat()) {
      const first = stored.get(event.id);
      if (!first) stored.set(event.id, { event, tick, isRepeat: false });
      else if (first.event.caseId !== event.caseId) {
        const id = `${event.id}:repeat:1`;
        if (!stored.has(id)) stored.set(id, { event: { ...event, id }, tick, isRepeat: true });
      }
    }
  });
  return stored;
}

/** Judges every event and conversion anew, one after the other, by what the documentation says. */
export function recount(
  world: World,
  ticks: readonly Tick[],
  found: {
    readonly turns: readonly Turn[];
    readonly suspensions: readonly Act[];
    readonly withdrawals: readonly TakenFunds[];
  },
): Recount {
  const events = storedEvents(ticks);
  const conversions = new Map(
    ticks.flatMap((tick) => tick.conversions).map((conversion) => [conversion.id, conversion]),
  );
  const ledger: Ledger = {
    world,
    suspensions: found.suspensions,
    totals: new Map(),
    outcomes: new Map(),
    violations: [],
    spent: new Map(),
    beside: [],
    unsigned: new Map(),
    charged: new Map(),
    withdrawals: found.withdrawals,
  };
  const activity = new RecountedActivity(world.pairLimit);
  for (const turn of found.turns) {
    const event = events.get(turn.id);
    const conversion = conversions.get(turn.id);
    if (event) recountEvent(ledger, events, event, turn, activity);
    else if (conversion) recountConversion(ledger, events, conversion, turn);
    else ledger.violations.push(`${turn.id} was never stored`);
  }
  for (const id of [...events.keys(), ...conversions.keys()])
    if (!ledger.outcomes.has(id)) ledger.violations.push(`${id} has no verdict`);
  for (const act of world.acts)
    if (act.kind === 'deposit') addTo(ledger.totals, `funds of ${act.advertiserId}`, act.amount);
  const tickOf = new Map(
    ticks.flatMap((tick, at) => tick.conversions.map(({ id }) => [id, at] as const)),
  );
  recountWithdrawals(ledger, found.turns, (id) => {
    const stored = events.get(id);
    if (stored) return { ...stored, advertiserId: stored.event.advertiserId, cost: costOf(stored) };
    const advertiserId = conversions.get(id)?.advertiserId ?? '';
    const cost = ledger.outcomes.get(id)?.charge ?? 0n;
    return { advertiserId, tick: tickOf.get(id) ?? 0, cost };
  });
  return ledger;
}

/** Coins that an event costs where nothing refuses it. */
const costOf = ({ event }: StoredEvent): bigint =>
  event.needsConfirmation ? 0n : chargeOf(event.price ?? 0n, payTimeOf(event));
