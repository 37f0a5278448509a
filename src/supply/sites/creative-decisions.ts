/** A publisher's decisions on creatives by their ids, 32 lower-case hex; each is in one list at most. */
export interface CreativeDecisions {
  readonly accept: readonly string[];
  readonly reject: readonly string[];
  /** Neither accepted nor rejected any more. */
  readonly forget: readonly string[];
}
