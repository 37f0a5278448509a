/** An advertiser whose ads a site does not show. */
export interface BlockedAdvertiser {
  /** Publishers are not told it: an account's own sites tell its id in their `ads.txt`. */
  readonly advertiserId: string;
  /** The creative that the publisher blocked the advertiser by. */
  readonly creativeId: string;
  /** The domain that the creative led to at that time; empty: it led to none. */
  readonly domain: string;
}

/** The accounts of some of them, each once. */
export const accountsOf = (advertisers: readonly BlockedAdvertiser[]): ReadonlySet<string> =>
  new Set(advertisers.map(({ advertiserId }) => advertiserId));

export const noBlockedAdvertisers: readonly BlockedAdvertiser[] = [];
