/** Campaigns and creatives that are not what they were. */
export interface DemandChanges {
  readonly campaignIds: readonly string[];
  readonly creativeIds: readonly string[];
}

/** Is told of a change of demand before the change is answered. */
export interface DemandListener {
  readonly onDemandChanged: (changes: DemandChanges) => Promise<void>;
  /** Is told of refused domains that are not what they were, before that is answered. */
  readonly onRefusedDomainsChanged: (ids: readonly string[]) => Promise<void>;
  /**
   * Is told of a campaign that has become active, before that is answered.
   *
   * @returns whether it was suspended at once, as its advertiser cannot pay.
   */
  readonly onActivated: (advertiserId: string) => Promise<boolean>;
}
