import { createHash } from 'node:crypto';
import type { MediumAndVendor } from '../taxonomy/taxonomy';

/** A way of bidding that campaigns of a medium and vendor name; each has one. */
export interface BidStrategy extends MediumAndVendor {
  /** 32 lower-case hex. */
  readonly id: string;
  /** null: everybody's. */
  readonly advertiserId: string | null;
  /** 1 to 255 bytes. */
  readonly name: string;
}

/** Most that one advertiser may have. */
export const maxBidStrategies = 20;

/**
 * The strategy of campaigns that name none. It is stored nowhere: every medium and vendor has one, with the same id in
 * every process and database.
 */
export function defaultBidStrategyOf({ medium, vendor }: MediumAndVendor): BidStrategy {
  const name = vendor === null ? medium : `${medium}/${vendor}`;
  const id = createHash('sha256').update(`default bid strategy of ${name}`).digest('hex');
  return { id: id.slice(0, 32), advertiserId: null, name: `Default of ${name}`, medium, vendor };
}
