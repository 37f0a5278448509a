/** An advertiser whose ads a site does not show. */
export interface BlockedAdvertiser {
  /** Publishers never get this id: the `ads.txt` of the advertiser's own sites would tell them who has it. */
  readonly advertiserId: string;
  /** The creative that the publisher blocked the advertiser by. */
  readonly creativeId: string;
  /** The domain that the creative led to at that time; empty: it led to none. */
  readonly domain: string;
}

/** The ids of the advertisers' accounts, each once. */
export const accountsOf = (advertisers: readonly BlockedAdvertiser[]): ReadonlySet<string> =>
  new Set(advertisers.map(({ advertiserId }) => advertiserId));

export const noBlockedAdvertisers: readonly BlockedAdvertiser[] = [];
