import { expect, it } from '@jest/globals';
import { reaches } from '../../../../src/money/payments/chain/chain.service';
import { createChance } from '../../simulation/chance';
import { readSeed } from '../../../support/seed';

interface Position {
  readonly messageId: number;
  readonly hash: string;
}
interface Batch {
  readonly position: Position;
  readonly next: Position;
}

const events = 1_000_000;
const seed = readSeed('CHAIN_SEED');

/**
 * The chain of an account as the ledger has it, by the obvious means: a list of places, the last one where it stands. All
 * that may happen to it, in a random order, and beside it what settlement concludes from three things only: where it saw
 * the account last, where it sees it now, and what it has signed.
 */
it('is not told for a use by others what was ours, nor the other way, in a million random events', () => {
  console.log(`chain, CHAIN_SEED=${seed}`);
  const chance = createChance(seed);
  let hashes = 0;
  let chain: Position[] = [{ messageId: 1, hash: 'start' }];
  let open: Batch[] = [];
  let known = chain[0]!;
  const verdicts = { reached: 0, broken: 0 };
  const now = () => chain.at(-1)!;
  const after = ({ messageId }: Position): Position => ({
    messageId: messageId + 1,
    hash: `${(hashes += 1)}`,
  });
  const isSame = (one: Position, other: Position) =>
    one.messageId === other.messageId && one.hash === other.hash;
  /** Says that every step since the last look is one of ours, or a lost block has led back to one of ours. */
  const isOurs = () => {
    const from = chain.findIndex((place) => isSame(place, known));
    const steps = chain.slice(from + 1);
    const isForward =
      from >= 0 && steps.every((place) => open.some(({ next }) => isSame(next, place)));
    const isBack = now().messageId < known.messageId;
    return isForward || (isBack && open.some(({ position }) => isSame(position, now())));
  };
  const acts = [
    () => open.push({ position: now(), next: after(now()) }),
    () => {
      const sendable = open.filter(({ position }) => isSame(position, now()));
      if (sendable.length > 0) chain.push(chance.pick(sendable).next);
    },
    () => chance.happens(0.2) && chain.push(after(now())),
    () => chance.happens(0.2) && chain.length > 1 && chain.pop(),
    () => {
      const told = reaches(known, now(), open);
      if (told !== isOurs()) expect({ told, known, chain, open }).toBe('what the model says');
      verdicts[told ? 'reached' : 'broken'] += 1;
      known = now();
    },
    () => {
      // A block closes: what it has decided on is open no more, and is not lost.
      if (!chance.happens(0.2) || !isSame(known, now())) return;
      open = open.filter(({ position }) => position.messageId >= now().messageId);
      chain = chain.slice(-1);
    },
  ];
  for (let event = 0; event < events; event += 1) chance.pick(acts)();
  expect(Math.min(verdicts.reached, verdicts.broken)).toBeGreaterThan(events / 1000);
});
