import type { AllowedNode } from '../allowed-nodes';
import type { Submitter } from '../submitter';

/** What methods reach the world through. */
export interface MethodContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** In configuration order; the first is the default. */
  readonly nodes: readonly AllowedNode[];
  readonly submit: Submitter;
}
