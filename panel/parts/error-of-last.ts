interface Change {
  readonly error: Error | null;
  /** In ms since 1970; 0: it was not begun. */
  readonly submittedAt: number;
}

/** Says why the last one of several changes has not worked. What went wrong before it is told no longer. */
export const errorOfLast = (...changes: readonly Change[]): Error | null =>
  changes.toSorted((one, other) => other.submittedAt - one.submittedAt)[0]?.error ?? null;
