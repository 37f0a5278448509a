/** The price that a winner pays: its own bid, or what the next best one makes it pay. @see OpenRTB 2.6 §3.2.1 `at` */
export const auctionTypes = ['first_price', 'second_price'] as const;
export type AuctionType = (typeof auctionTypes)[number];

/** The type of all auctions from one clock hour on. */
export interface AuctionTypeSetting {
  readonly type: AuctionType;
  /** Start of the first hour that has it. */
  readonly from: Date;
  readonly setAt: Date;
}
