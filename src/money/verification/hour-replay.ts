import type { Amount } from '../../amount';
import { hourTallyIdOf } from '../budgets/hour-tally';
import { findLastingFacts, type LastingFacts } from './batch-facts.service';
import { createJudge, type Judgement, type KnownView } from './judge';
import type { Differences } from './judged-again';
import type { BudgetedConversion, PastEvent } from './past-event.store';
import type { Verdict, VerdictStatus } from './verdict';
import type { VerificationContext } from './verification.context';

/** What the hours of one advertiser have in common. */
export interface OwnerReplay {
  readonly differences: Differences;
  /** Views whose status is another one now, by their offers. */
  readonly turned: Map<string, { readonly status: VerdictStatus; readonly offeredAt: Date }>;
  /** Funds and credit of today, 10^-11 coins, less what was accepted anew; null: without limit. */
  means: Amount | null;
}

type JudgedPastEvent = PastEvent & { readonly verdict: Verdict };

/** Plays one hour of an advertiser again: its sums begin at 0. */
export class HourReplay {
  /** USD, by the ids of `hourTallyIdOf`. */
  private readonly spent = new Map<string, Amount>();
  /** By the keys of `tallyKeysOf`. */
  private readonly tallies = new Map<string, number>();
  private nextConversion: BudgetedConversion | null = null;

  /** @param conversions of the hour, by their batch */
  constructor(
    private readonly ctx: VerificationContext,
    private readonly owner: OwnerReplay,
    private readonly conversions: AsyncGenerator<BudgetedConversion>,
  ) {}

  /** @param page events of the hour, in the order of judging */
  async judge(page: readonly PastEvent[]): Promise<void> {
    const judged: JudgedPastEvent[] = [];
    for (const { event, verdict } of page)
      if (verdict === null) this.owner.differences.addPending();
      else judged.push({ event, verdict });
    if (judged.length === 0) return;
    const lasting = await findLastingFacts(
      this.ctx,
      judged.map(({ event }) => event),
    );
    const clicks = judged.filter(({ event }) => event.kind === 'click');
    const offerIds = new Set(clicks.map(({ event }) => event.offerId));
    const views = await this.ctx.verification.listViews([...offerIds]);
    for (const [batch, events] of Map.groupBy(judged, ({ verdict }) => verdict.batch)) {
      await this.takeConversionsBefore(batch);
      this.judgeBatch(events, lasting, views);
    }
  }

  /** They are not judged again, and take of the budget what they took. */
  private async takeConversionsBefore(batch: number): Promise<void> {
    for (;;) {
      this.nextConversion ??= await this.readConversion();
      if (this.nextConversion === null || this.nextConversion.batch >= batch) return;
      this.spend(this.nextConversion);
      this.nextConversion = null;
    }
  }

  private async readConversion(): Promise<BudgetedConversion | null> {
    const next = await this.conversions.next();
    return next.done === true ? null : next.value;
  }

  private spend(of: Pick<BudgetedConversion, 'campaignId' | 'occurredAt' | 'price'>): void {
    const id = hourTallyIdOf(of.campaignId, of.occurredAt);
    this.spent.set(id, (this.spent.get(id) ?? 0n) + of.price);
  }

  private judgeBatch(
    events: readonly JudgedPastEvent[],
    lasting: LastingFacts,
    views: ReadonlyMap<string, KnownView>,
  ): void {
    let before: Verdict;
    const judge = createJudge(
      {
        ...lasting,
        ownNetworks: ownNetworksOf(events),
        views: this.viewsOf(events, views),
        spent: this.spent,
        means: new Map(),
        tallies: this.tallies,
      },
      { meansFor: () => this.meansFor(before) },
    );
    for (const { event, verdict } of events) {
      before = verdict;
      const judgement = judge.judge(event, null);
      if ('waitsFor' in judgement) this.owner.differences.addUndecided();
      else this.take(verdict, judgement);
    }
    for (const [key, cases] of judge.addedCases)
      this.tallies.set(key, (this.tallies.get(key) ?? 0) + cases);
  }

  /** Funds are not counted again: what was paid was there, and what was not there stays so. */
  private meansFor({ status, reason }: Verdict): Amount | null {
    if (status === 'accepted') return null;
    return reason === 'no_funds' ? 0n : this.owner.means;
  }

  private take(before: Verdict, now: Judgement): void {
    const { owner } = this;
    const { kind, offerId, offeredAt, invalidTraffic, campaignId, occurredAt } = now.event;
    owner.differences.add(before, now);
    this.spend({ campaignId, occurredAt, price: now.price });
    if (before.status === now.status) return;
    if (now.status === 'accepted' && owner.means !== null) owner.means -= now.charge;
    if (kind === 'impression' && invalidTraffic === null)
      owner.turned.set(offerId, { status: now.status, offeredAt });
  }

  /** The views of clicks as they would be now. */
  private viewsOf(
    events: readonly JudgedPastEvent[],
    views: ReadonlyMap<string, KnownView>,
  ): ReadonlyMap<string, KnownView> {
    const known = new Map<string, KnownView>();
    for (const { event } of events) {
      const view = event.kind === 'click' ? views.get(event.offerId) : undefined;
      const status = this.owner.turned.get(event.offerId)?.status;
      if (view) known.set(event.offerId, { ...view, ...(status && { status }) });
    }
    return known;
  }
}

/** No history of log-ins is kept: the networks that were a publisher's own are those that a batch has found. */
function ownNetworksOf(events: readonly JudgedPastEvent[]): ReadonlySet<string> {
  return new Set(
    events
      .filter(({ verdict }) => verdict.reason === 'own_traffic')
      .map(({ event }) => `${event.publisherId} ${event.remoteAddress}`),
  );
}
