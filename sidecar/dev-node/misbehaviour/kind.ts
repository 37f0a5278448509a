import type { Scene } from '../scene';
import type { Chance } from './chance';
import type { Spell } from './spell';

/** Thresholds, as the real node has them unless a test reaches for others. */
export interface MisbehaviourLimits {
  /** A log this long is shortened. */
  readonly logBytes: number;
  /** By this much at a time. */
  readonly logStepBytes: number;
  /** Where all of a step is older than this many blocks. */
  readonly logAgeBlocks: number;
  /** Closed blocks that may be replaced at once, the newest ones. */
  readonly replacedBlocks: number;
  /** Blocks that a block may be late by. */
  readonly lateBlocks: number;
  /** Milliseconds that a slow answer may take. */
  readonly slowMs: number;
}

/** All that a kind of misbehaviour may read and change. */
export interface Stage {
  readonly scene: Scene;
  readonly chance: Chance;
  readonly limits: MisbehaviourLimits;
  readonly spell: Spell;
}

/** One way in which a real node does not do as one would wish. */
export interface MisbehaviourKind {
  /** One line, for the operator. */
  readonly summary: string;
  /** Also does it when the ledger is opened again, as after a crash. */
  readonly followsRestart?: true;
  /** Does it once. @returns false where there was nothing to do it to; then nothing has changed */
  misbehave(stage: Stage): boolean;
}
