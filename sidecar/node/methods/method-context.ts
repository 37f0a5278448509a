import type { AllowedNode } from '../allowed-nodes';
import type { Submitter } from '../submitter';

/** The parts through which methods reach the world. */
export interface MethodContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** In configuration order; the first is the default. */
  readonly nodes: readonly AllowedNode[];
  readonly submit: Submitter;
}
