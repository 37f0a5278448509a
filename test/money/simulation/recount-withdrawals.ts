import { addTo, hourOf, type Ledger, takenBy, type Turn } from './recount-money';
import { noon, offerSeconds, ratesOfHours, tickMs } from './story';

/** An event or conversion: the tick in which it was stored, and who would pay for it. */
interface Stored {
  readonly advertiserId: string;
  readonly tick: number;
  /** Coins that it costs where nothing else refuses it. */
  readonly cost: bigint;
}

/**
 * Holds withdrawals against the rest: what was left in the funds paid for all that was stored before and accepted later, and
 * for the offers that funds were set aside for.
 */
export function recountWithdrawals(
  ledger: Ledger,
  turns: readonly Turn[],
  find: (id: string) => Stored,
): void {
  const { world, withdrawals, totals, violations, outcomes } = ledger;
  for (const { advertiserId, amount, backAt, isPaidOut } of withdrawals) {
    if (backAt !== null) continue;
    addTo(totals, `funds of ${advertiserId}`, -amount);
    addTo(totals, isPaidOut ? 'withdrawals that are paid' : 'withdrawals that wait', amount);
  }
  for (const { id, creditLimit } of world.advertisers) {
    if (creditLimit === null) continue;
    const times = withdrawals.filter(({ advertiserId }) => advertiserId === id).map(({ at }) => at);
    const own = turns.filter((turn) => find(turn.id).advertiserId === id);
    const costOf = (some: readonly Turn[]) =>
      some.reduce((sum, turn) => sum + (outcomes.get(turn.id)?.charge ?? 0n), 0n);
    for (const at of times) {
      const justAfter = new Date(at.getTime() + 1);
      const tick = Math.floor((at.getTime() - noon.getTime()) / tickMs);
      const isLater = ({ judgedAt }: Turn) => judgedAt > at;
      const left =
        paidInBy(ledger, id, at) -
        takenBy(withdrawals, id, justAfter) -
        costOf(own.filter((turn) => !isLater(turn)));
      // Funds that were left are never what an earlier view is refused for.
      const waiting = own
        .filter((turn) => isLater(turn) && find(turn.id).tick < tick)
        .filter((turn) => ['accepted', 'no_funds'].includes(outcomes.get(turn.id)?.reason ?? ''))
        .reduce((sum, turn) => sum + find(turn.id).cost, 0n);
      const needed = waiting + boundAt(ledger, id, at);
      if (left < needed)
        violations.push(`${id} had ${left} left at ${at.toISOString()}, and needed ${needed}`);
    }
  }
}

function paidInBy({ world }: Ledger, advertiserId: string, time: Date): bigint {
  let sum = 0n;
  for (const act of world.acts)
    if (act.kind === 'deposit' && act.advertiserId === advertiserId && act.at <= time)
      sum += act.amount;
  return sum;
}

/** Coins that are set aside for offers that are good at a time, and that nobody has seen by then. */
function boundAt({ world }: Ledger, advertiserId: string, time: Date): bigint {
  const { rate } = ratesOfHours.find(({ hour }) => hour === hourOf(time))!;
  let sum = 0n;
  for (const act of world.acts) {
    if (act.kind !== 'bind' || act.advertiserId !== advertiserId) continue;
    const age = time.getTime() - act.at.getTime();
    // Of the running minute nothing was seen; of a later one the events tell how much was.
    if (age >= 0 && age < Math.min(offerSeconds, 60) * 1_000)
      sum += (act.amount * 100_000_000_000n) / rate;
  }
  return sum;
}
