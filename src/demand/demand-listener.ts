/** Campaigns and creatives that are not what they were. */
export interface DemandChanges {
  readonly campaignIds: readonly string[];
  readonly creativeIds: readonly string[];
}

/** Who serves by demand, and is told of a change before it is answered. */
export interface DemandListener {
  readonly onDemandChanged: (changes: DemandChanges) => Promise<void>;
  /**
   * Is told of a campaign that has become active, before that is answered.
   *
   * @returns whether it was suspended at once, as its advertiser cannot pay.
   */
  readonly onActivated: (advertiserId: string) => Promise<boolean>;
}
