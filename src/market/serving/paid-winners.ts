import type { WithRequest } from '../../request-facts';
import type { OpenImp, RequestAuction, Winner } from './request-auction';
import type { ServingContext } from './serving.context';
import type { OffersBefore } from './unseen-offers';

/** So often winners are chosen anew, because some of them cannot pay; then those are left out. */
const mostRounds = 8;

/** The winners of a request that is in earnest: campaigns that can pay, and that may offer so much to this visitor. */
export class PaidWinners {
  private readonly before: OffersBefore;
  /** True where winners of several rounds may stand in another order than their imps. */
  private isMixed = false;

  constructor(
    private readonly ctx: ServingContext & WithRequest,
    private readonly auction: RequestAuction,
    private readonly open: readonly OpenImp[],
  ) {
    const { unseenOffers } = ctx;
    this.before = unseenOffers.of({
      network: unseenOffers.networkOf(ctx.request.remoteAddress),
      siteId: open[0]?.known.placement.siteId ?? '',
      trackingId: auction.trackingId,
    });
  }

  /** @returns at once, where all that win have money at hand. */
  choose(): readonly Winner[] | Promise<readonly Winner[]> {
    const winners = this.chooseWithinBounds(this.open, []);
    const wait = this.payFor(winners);
    return wait === null ? this.noted(winners) : this.chooseAgain(wait);
  }

  /**
   * Campaigns that have too many unseen offers win no more than they may; others win in their place.
   *
   * @param paid winners of other imps of the request
   */
  private chooseWithinBounds(open: readonly OpenImp[], paid: readonly Winner[]): readonly Winner[] {
    let kept = paid;
    for (let round = 1; round <= mostRounds; round += 1) {
      const chosen = this.auction.choose(without(open, kept), kept);
      const winners = kept.length === 0 ? chosen : [...kept, ...chosen];
      const beyond = this.before.beyondBounds(payersOf(winners));
      if (beyond === null) return paid.length === 0 ? winners : winners.slice(paid.length);
      this.isMixed = true;
      kept = winners.filter(
        (winner, position) => !beyond.has(position) && !this.auction.isRoadblock(winner),
      );
      const left = winners.filter((_winner, position) => beyond.has(position));
      this.auction.leaveOut(campaignsOf(left).map(({ id }) => id));
      // To ask each campaign that is about to win is dear: most finds have none that is left out.
      this.auction.bindBy(this.before);
    }
    return kept.slice(paid.length);
  }

  private async chooseAgain(firstWait: Promise<void>): Promise<readonly Winner[]> {
    let wait: Promise<void> | null = firstWait;
    for (let round = 1; round < mostRounds; round += 1) {
      await wait;
      const winners = this.chooseWithinBounds(this.open, []);
      wait = this.payFor(winners);
      if (wait === null) return this.noted(winners);
      this.auction.refuseRoadblock(winners);
    }
    return this.noted(this.payEach());
  }

  /** Some campaigns can pay for fewer placements than they win: the others of these get somebody else. */
  private payEach(): readonly Winner[] {
    const paid: Winner[] = [];
    this.auction.refuseRoadblocks();
    this.isMixed = true;
    for (let round = 1; round <= mostRounds; round += 1) {
      const winners = this.chooseWithinBounds(this.open, paid);
      const unpaid = winners.filter((winner) => {
        const isPaid = this.payFor([winner]) === null;
        if (isPaid) paid.push(winner);
        return !isPaid;
      });
      if (unpaid.length === 0) break;
      this.auction.leaveOut(campaignsOf(unpaid).map(({ id }) => id));
    }
    return paid;
  }

  private payFor(winners: readonly Winner[]): Promise<void> | null {
    const paying = winners.filter(({ price }) => price.offerCost > 0n);
    // Creatives of other servers, house ads and own campaigns take nothing of our budgets.
    if (paying.length === 0) return null;
    return this.ctx.offerGate.payFor(
      campaignsOf(paying),
      paying.map(({ price }) => price),
    );
  }

  private noted(winners: readonly Winner[]): readonly Winner[] {
    this.before.add(payersOf(winners));
    if (!this.isMixed) return winners;
    return this.open.flatMap(({ imp }) => winners.find((winner) => winner.imp === imp) ?? []);
  }
}

/** The imps that have no winner yet. */
function without(open: readonly OpenImp[], winners: readonly Winner[]): readonly OpenImp[] {
  if (winners.length === 0) return open;
  const filled = new Set(winners.map(({ imp }) => imp));
  return open.filter(({ imp }) => !filled.has(imp));
}

/** Campaigns of offers that take money; null for each other one. */
const payersOf = (winners: readonly Winner[]) =>
  winners.map(({ price, servable }) => (price.offerCost > 0n ? servable.campaign : null));

const campaignsOf = (winners: readonly Winner[]) =>
  winners.map(({ servable: { campaign } }) => campaign);
