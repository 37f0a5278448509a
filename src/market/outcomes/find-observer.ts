import type { Campaign } from '../../demand/campaigns/campaign.resource';
import type { Inventory } from '../inventory/inventory';
import { rpmIn } from '../selection/bid-modifiers';
import type { Candidate } from '../selection/types';
import { CampaignWindow } from './campaign-window';
import { FindJudge, type ObservedFind } from './judge';
import { LookPace } from './look-pace';
import { nearerOf, type FindOutcome } from './outcome';
import { bestOf, type NotedOutcome, OutcomeTally } from './outcome-tally';
import type { OutcomeStore } from './outcome.store';
import { priceClassOf } from './winning-price';

export interface FindObserverOptions {
  readonly inventory: Pick<Inventory, 'campaigns' | 'creativesOf' | 'index'>;
  readonly outcomes: Pick<OutcomeStore, 'add'>;
  readonly now: () => Date;
  /** Default: the usual one. */
  readonly pace?: LookPace;
}

/** Other work gets its turn after so long. */
const sliceMs = 0.5;

/**
 * Looks at some finds beside answering them, and counts what became of each campaign and creative in them, and of the
 * placement. Who looks takes under 2% of what finds cost; where these are few, all of them are looked at.
 *
 * @see docs/money.md
 */
export class FindObserver {
  private readonly pace: LookPace;
  private readonly window: CampaignWindow;
  private readonly tally = new OutcomeTally();
  private isLooking = false;
  private looks = 0;

  constructor(private readonly options: FindObserverOptions) {
    this.pace = options.pace ?? new LookPace();
    this.window = new CampaignWindow(options.inventory);
  }

  /**
   * Is told of every find after its contest, and must cost next to nothing.
   *
   * @param imps the find's placements, of which one is looked at
   */
  note<Imp>(imps: readonly Imp[], observe: (imp: Imp) => ObservedFind): void {
    this.pace.earn();
    if (this.isLooking || !this.pace.hasTime) return;
    const imp = imps[this.looks % imps.length];
    if (imp === undefined) return;
    this.isLooking = true;
    this.looks += 1;
    const steps = this.look(observe(imp));
    setImmediate(() => {
      this.goOn(steps);
    });
  }

  /** Stores what was counted since the last call; on failure it is lost, and the next finds tell. */
  async flush(): Promise<void> {
    await this.options.outcomes.add(this.tally.take());
  }

  private goOn(steps: Iterator<undefined>): void {
    const startedAt = performance.now();
    let isOver = false;
    do isOver = steps.next().done === true;
    while (!isOver && performance.now() - startedAt < sliceMs);
    this.pace.spend(performance.now() - startedAt);
    if (isOver) this.isLooking = false;
    else
      setImmediate(() => {
        this.goOn(steps);
      });
  }

  private *look(find: ObservedFind): Generator<undefined, void> {
    const at = this.options.now().getTime();
    const judge = new FindJudge(find);
    let nearest: FindOutcome | null = null;
    for (const campaign of this.window.campaigns(at)) {
      const noted = this.lookAt(campaign, { find, judge, at });
      if (noted) nearest = nearerOf(nearest, noted.outcome);
      yield;
    }
    const outcome = find.winner ? 'won' : (nearest ?? 'medium');
    this.tally.note({ id: find.placementId, termsAt: 0 }, { outcome }, at);
  }

  private lookAt(
    { id, updatedAt }: Campaign,
    look: { readonly find: ObservedFind; readonly judge: FindJudge; readonly at: number },
  ): NotedOutcome | null {
    const { inventory } = this.options;
    const termsAt = updatedAt.getTime();
    let best: NotedOutcome | null = null;
    for (const creative of inventory.creativesOf(id)) {
      const candidate = inventory.index.find(creative.id);
      if (!candidate) continue;
      const noted = notedOf(candidate, look);
      this.tally.note({ id: creative.id, termsAt }, noted, look.at);
      best = bestOf(best, noted);
    }
    if (best) this.tally.note({ id, termsAt }, best, look.at);
    return best;
  }
}

function notedOf(
  candidate: Candidate,
  { find: { winner, context }, judge }: { readonly find: ObservedFind; readonly judge: FindJudge },
): NotedOutcome {
  const outcome = judge.outcomeOf(candidate);
  if (outcome === 'targeting') return { outcome, unmet: judge.unmetBy(candidate) };
  if (outcome === 'price' && winner)
    return { outcome, priceClass: priceClassOf(rpmIn(winner, context)) };
  return { outcome };
}
