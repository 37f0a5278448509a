import type { Deliver } from '../client';
import { openLedger, type Ledger, type LedgerParams } from '../ledger';
import { createChance } from './chance';
import { spoiltDelivery } from './delivery';
import { misbehaviourKinds, type MisbehaviourName } from './index';
import type { MisbehaviourKind, MisbehaviourLimits } from './kind';
import { readView } from './read-view';
import { newSpell } from './spell';
import { prepareUnmadeMessages } from './unmade-messages';

export interface MisbehaviourParams {
  /** Tells all that is left to chance. */
  readonly seed: number;
  /** Kinds that happen by chance; none for a node that misbehaves by command only. */
  readonly kinds: readonly MisbehaviourName[];
  /** How often each happens in a block, on the average. */
  readonly timesPerBlock?: number;
  readonly limits?: Partial<MisbehaviourLimits>;
}

/** A ledger that does what real ones do after crashes, with time, and while the network disagrees. */
export interface MisbehavingLedger extends Ledger {
  /** Does it now. @returns false where there was nothing to do it to */
  readonly misbehave: (name: MisbehaviourName) => boolean;
  /** Ends all that lasts for a while. */
  readonly behave: () => void;
  /** For the node that answers from this ledger. */
  readonly deliver: Deliver;
}

/** The real node's thresholds, see docs/ledger-protocol.md §17.4, and bounds of our own. */
const realLimits: MisbehaviourLimits = {
  logBytes: 128 * 1024,
  logStepBytes: 4096,
  logAgeBlocks: 16_384,
  replacedBlocks: 1,
  lateBlocks: 2,
  slowMs: 2000,
};

/**
 * Opens a ledger that misbehaves by command, by chance, and when it is opened again.
 *
 * @throws {DevNodeError} as `openLedger` does
 */
export function openMisbehavingLedger(
  params: LedgerParams,
  { seed, kinds, timesPerBlock = 0.5, limits = {} }: MisbehaviourParams,
): MisbehavingLedger {
  const chance = createChance(seed);
  const spell = newSpell();
  prepareUnmadeMessages(params.db);
  const ledger = openLedger({
    ...params,
    readView: (scene, data) => readView(scene, data, { spell, chance }),
  });
  const stage = { chance, spell, limits: { ...realLimits, ...limits } };
  const misbehave = (name: MisbehaviourName) =>
    ledger.change((scene) => misbehaviourKinds[name].misbehave({ ...stage, scene }));
  const secondsNow = () => Math.floor(params.now() / 1000);
  let rolledAt = secondsNow();

  for (const name of kinds) {
    const { followsRestart }: MisbehaviourKind = misbehaviourKinds[name];
    if (followsRestart && chance.happens(0.5)) misbehave(name);
  }
  return {
    ...ledger,
    misbehave,
    behave: () => void Object.assign(spell, newSpell()),
    deliver: spoiltDelivery(stage),
    tick() {
      ledger.tick();
      const blocks = (secondsNow() - rolledAt) / params.blockSeconds;
      if (blocks <= 0) return;
      rolledAt = secondsNow();
      for (const name of kinds) if (chance.happens(blocks * timesPerBlock)) misbehave(name);
    },
  };
}
