/** A publisher's decisions on landing domains, in the form of `toDomain`; each is in one list at most. */
export interface DomainDecisions {
  readonly block: readonly string[];
  /** Not blocked any more. */
  readonly allow: readonly string[];
}
