/** `problem`: something does not work, or will not. `warning`: it works, but not as a public server should. */
export type FindingState = 'ok' | 'warning' | 'problem';

/** The finding of one look. */
export interface Finding {
  readonly check: string;
  readonly state: FindingState;
  readonly message: string;
  /** The line that mends it: a setting or a command; null where nothing is to be done. */
  readonly remedy: string | null;
}

export const ok = (check: string, message: string): Finding => ({
  check,
  state: 'ok',
  message,
  remedy: null,
});

export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  message,
  remedy,
});

export const problem = (check: string, message: string, remedy: string): Finding => ({
  check,
  state: 'problem',
  message,
  remedy,
});
