import { ringPoint } from '../ranking/rank';
import type { Rotation } from '../types';
import { turnOf } from './rotation';

/** Draws of all creatives together, where these are no more than 60: a share is right to about two hundredths where they are few. */
const usualDraws = 6_000;
/** Draws of each creative. */
const mostOfOne = 1_500;
const leastOfOne = 100;
/** Parts of the draws below and above the interval of a rate. */
const tail = 0.025;

/** A creative that takes turns with others. */
export interface TurnTaker {
  readonly creativeId: string;
  readonly rotation: Rotation;
}

/** How often a creative is shown now of the times that it or another one of these is. */
export interface TurnFigures {
  /** From 0 to 1. Of creatives that are chosen by their rates: how likely this one's is the highest. */
  readonly share: number;
  /** The rate lies between these two with 95 percent probability; null: no rate decides. */
  readonly rates: readonly [least: number, most: number] | null;
}

/** Figures of creatives that compete for the same places, by their ids: draws like those of finds, always the same ones. */
export function turnFiguresOf(takers: readonly TurnTaker[]): ReadonlyMap<string, TurnFigures> {
  const weights = takers.reduce((sum, { rotation }) => sum + weightOf(rotation), 0);
  if (weights > 0)
    return new Map(
      takers.map(({ creativeId, rotation }) => [
        creativeId,
        { share: weightOf(rotation) / weights, rates: null },
      ]),
    );
  const finds = Math.min(mostOfOne, Math.max(leastOfOne, Math.ceil(usualDraws / takers.length)));
  const wins = new Map<string, number>();
  const rates = takers.map(() => new Float64Array(finds));
  const points = takers.map(({ creativeId }) => ringPoint(creativeId));
  for (let seed = 0; seed < finds; seed += 1) {
    let highest = -1;
    let winner = '';
    for (const [at, { creativeId, rotation }] of takers.entries()) {
      const rate = turnOf(rotation, seed, points[at] ?? 0);
      rates[at]?.set([rate], seed);
      if (rate < highest) continue;
      highest = rate;
      winner = creativeId;
    }
    wins.set(winner, (wins.get(winner) ?? 0) + 1);
  }
  return new Map(
    takers.map(({ creativeId }, at) => [
      creativeId,
      { share: (wins.get(creativeId) ?? 0) / finds, rates: intervalOf(rates[at]) },
    ]),
  );
}

const weightOf = (rotation: Rotation): number => ('weight' in rotation ? rotation.weight : 0);

function intervalOf(rates: Float64Array = new Float64Array()): readonly [number, number] {
  const inOrder = rates.toSorted();
  const outside = Math.floor(inOrder.length * tail);
  return [inOrder.at(outside) ?? 0, inOrder.at(-1 - outside) ?? 1];
}
