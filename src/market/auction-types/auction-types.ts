import { newestRead } from '../../platform/database/newest-read';
import type { AuctionType, AuctionTypeSetting } from './auction-type';
import type { AuctionTypeStore } from './auction-type.store';

/** One may be of an hour to come; more are for people. */
const mostKnown = 50;

/** The types of auctions that were set, as this process knows them. */
export class AuctionTypes {
  /** The latest first. */
  private known: readonly AuctionTypeSetting[] = [];

  constructor(private readonly store: Pick<AuctionTypeStore, 'listLatest'>) {}

  /** The type of an auction. Where none was set a winner pays its own bid. @param at Unix milliseconds */
  at(at: number): AuctionType {
    return this.known.find(({ from }) => from.getTime() <= at)?.type ?? 'first_price';
  }

  list(): readonly AuctionTypeSetting[] {
    return this.known;
  }

  /** Reads what was set last. */
  readonly refresh = newestRead(
    () => this.store.listLatest(mostKnown),
    (found) => {
      this.known = found;
    },
  );
}
