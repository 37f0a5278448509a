import type { Connection } from 'mongoose';
import { Draws } from './draws';
import type { ShownAd } from './check-page';

interface Tally {
  readonly views: number;
  readonly clicks: number;
}

interface StoredEvent {
  readonly creativeId: string;
  readonly kind: string;
  readonly verdict?: { readonly status: string };
}

const nothing: Tally = { views: 0, clicks: 0 };
/** A campaign begins as if two of a thousand views had led to a click. */
const begun: Tally = { views: 1_000, clicks: 2 };
/** Rates between 0 and 1 that a probability is summed up over. */
const steps = 4_000;

/** Knows of two creatives that are chosen by their clicks how likely each is the next, by what gateways had learnt of them. */
export class OptimisedCheck {
  readonly draws = new Draws();
  #seen: readonly [Tally, Tally] = [nothing, nothing];
  #learnt = this.#seen;

  /** Notes who of the two was chosen. */
  noteChoice({ campaign, nth }: ShownAd): void {
    this.draws.note(`optimised ${campaign.name}`, probabilityOfFirst(this.#learnt), nth === 0);
  }

  noteView(nth: number): void {
    this.#add(nth, { views: 1, clicks: 0 });
  }

  noteClick(nth: number): void {
    this.#add(nth, { views: 0, clicks: 1 });
  }

  /** From now on gateways choose by all that has happened so far. */
  learn(): void {
    this.#learnt = this.#seen;
  }

  #add(nth: number, more: Tally): void {
    const [first, second] = this.#seen;
    this.#seen = nth === 0 ? [sumOf(first, more), second] : [first, sumOf(second, more)];
  }

  /** Says what is stored of the two otherwise than it happened. @param ids of the two, in their order */
  async recount(db: Connection, ids: readonly string[]): Promise<readonly string[]> {
    const problems = [...this.draws.problems('optimised', 'both')];
    const [first, second] = this.#seen;
    // By the planted rates the first is the better one.
    if (first.views < 2 * second.views)
      problems.push(`the better creative has ${first.views} views, and the other ${second.views}`);
    type Result = { _id: string; impressions: number; clicks: number };
    const results: unknown = await db.collection('creativeResults').find().toArray();
    for (const [nth, happened] of this.#seen.entries()) {
      const filter = { creativeId: ids[nth] ?? '' };
      const events: unknown = await db.collection('events').find(filter).toArray();
      const stored = (events as readonly StoredEvent[]).filter(isAccepted);
      const counted = (results as readonly Result[]).find(({ _id }) => _id === ids[nth]);
      const told = [
        stored.filter(({ kind }) => kind === 'impression').length,
        stored.filter(({ kind }) => kind === 'click').length,
        // Nothing is stored of one that nobody has looked at.
        ...[counted?.impressions ?? 0, counted?.clicks ?? 0],
      ];
      const { views, clicks } = happened;
      if (told.join() !== [views, clicks, views, clicks].join())
        problems.push(
          `creative ${nth}: ${told.join()} are stored of ${views} views, ${clicks} clicks`,
        );
    }
    return problems;
  }
}

const isAccepted = ({ verdict }: StoredEvent): boolean => verdict?.status === 'accepted';

const sumOf = (one: Tally, other: Tally): Tally => ({
  views: one.views + other.views,
  clicks: one.clicks + other.clicks,
});

/** How likely the rate of the first is the higher one: a sum over all rates. */
function probabilityOfFirst([first, second]: readonly [Tally, Tally]): number {
  const all = [begun, first, second].reduce(sumOf);
  const [ofFirst, ofSecond] = [densitiesOf(first, all), densitiesOf(second, all)];
  let [below, sum] = [0, 0];
  for (const [at, density] of ofFirst.entries()) {
    const own = ofSecond[at] ?? 0;
    sum += density * (below + own / 2);
    below += own;
  }
  return sum;
}

/**
 * The densities of a Beta distribution, in steps; their sum is 1. A creative begins with one click in as many views as the campaign needs
 * for one.
 */
function densitiesOf({ views, clicks }: Tally, all: Tally): readonly number[] {
  const beta = all.views / all.clicks - 1 + views - clicks;
  const logs = Array.from({ length: steps }, (_value, step) => {
    const rate = (step + 0.5) / steps;
    return clicks * Math.log(rate) + (beta - 1) * Math.log(1 - rate);
  });
  const most = logs.reduce((one, other) => Math.max(one, other));
  const weights = logs.map((log) => Math.exp(log - most));
  const sum = weights.reduce((one, other) => one + other);
  return weights.map((weight) => weight / sum);
}
