/**
 * Conditions on a creative: from `type`, `mime`, `<classifier>:<keyword>` or, in `excludes`, `peer` to the values that the
 * creative must have, or must not have.
 */
export interface CreativeFilter {
  readonly requires: Readonly<Record<string, readonly string[]>>;
  readonly excludes: Readonly<Record<string, readonly string[]>>;
}

/** Values that a clause of a filter has at most. */
export const mostFilterValues = 100;

/** Lets all creatives in. */
export const noFilter: CreativeFilter = { requires: {}, excludes: {} };
