/** Conditions on a creative's `type`, `mime` and `<classifier>:<keyword>`: key to the values that it must, or must not, have. */
export interface CreativeFilter {
  readonly requires: Readonly<Record<string, readonly string[]>>;
  readonly excludes: Readonly<Record<string, readonly string[]>>;
}

/** Lets all creatives in. */
export const noFilter: CreativeFilter = { requires: {}, excludes: {} };
