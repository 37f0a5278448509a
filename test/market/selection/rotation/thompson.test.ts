import { describe, expect, it } from '@jest/globals';
import { CandidateIndex } from '../../../../src/market/selection/index/candidate-index';
import { beliefOf, type Observed } from '../../../../src/market/selection/rotation/belief';
import { turnFiguresOf } from '../../../../src/market/selection/rotation/figures';
import { select } from '../../../../src/market/selection/select';
import type { Rotation } from '../../../../src/market/selection/types';
import { Dice } from '../dice';
import { aCandidate, aContext, anImp, idOf } from '../factories';
import { probabilityAbove } from './beta-below';

const campaignId = idOf('campaign');
const aTaker = (name: string, rotation: Rotation) => aCandidate({ name, campaignId, rotation });

/** Parts of the finds that each of these wins, by seeds from 0 on. */
function sharesOf(rotations: readonly Rotation[], finds = 20_000): readonly number[] {
  const candidates = rotations.map((rotation, at) => aTaker(`taker ${at}`, rotation));
  const index = CandidateIndex.of(candidates);
  const winners = Array.from({ length: finds }, (_, seed) =>
    select(index, anImp(), aContext({ seed })),
  );
  return candidates.map((one) => winners.filter((winner) => winner === one).length / finds);
}

describe('creatives that are chosen by their rates', () => {
  it.each([
    [
      { alpha: 3, beta: 90 },
      { alpha: 5, beta: 90 },
    ],
    [
      { alpha: 40, beta: 900 },
      { alpha: 50, beta: 850 },
    ],
    [
      { alpha: 1, beta: 499 },
      { alpha: 3, beta: 1_400 },
    ],
  ])('are shown as likely as their rate is the higher one: %j, %j', (one, other) => {
    const [share = 0] = sharesOf([one, other]);
    expect(Math.abs(share - probabilityAbove(one, other))).toBeLessThan(0.012);
  });

  it('have the shares that are told of them', () => {
    const rotations = [
      { alpha: 20, beta: 2_000 },
      { alpha: 24, beta: 2_000 },
      { alpha: 1, beta: 100 },
    ];
    const told = turnFiguresOf(
      rotations.map((rotation, at) => ({ creativeId: idOf(`taker ${at}`), rotation })),
    );
    const shares = sharesOf(rotations);
    const off = shares.map((share, at) =>
      Math.abs(share - (told.get(idOf(`taker ${at}`))?.share ?? 9)),
    );
    expect(Math.max(...off)).toBeLessThan(0.04);
    const [least = 0, most = 0] = told.get(idOf('taker 1'))?.rates ?? [];
    // 24 of 2,024, give or take two of its deviations.
    expect(least).toBeGreaterThan(0.0065);
    expect(least).toBeLessThan(0.0085);
    expect(most).toBeGreaterThan(0.0155);
    expect(most).toBeLessThan(0.018);
  });
});

describe('what is believed of a rate', () => {
  it('is that of the campaign before anybody has seen the creative, and its own after many views', () => {
    const campaign = { views: 99_000, successes: 1_998 };
    const meanOf = (own: Observed) => {
      const { alpha, beta } = beliefOf(own, campaign);
      return alpha / (alpha + beta);
    };
    expect(meanOf({ views: 0, successes: 0 })).toBeCloseTo(0.02, 6);
    expect(meanOf({ views: 100_000, successes: 5_000 })).toBeCloseTo(0.05, 3);
  });

  it('stays one where more successes are counted than views', () => {
    const { alpha, beta } = beliefOf({ views: 1, successes: 9 }, { views: 1, successes: 1e6 });
    expect(alpha).toBe(10);
    expect(beta).toBe(1);
  });

  it('comes to show the best creative most, also one that is added later', () => {
    const dice = new Dice(36);
    const rates = [0.01, 0.02, 0.04];
    const observed = rates.map(() => ({ views: 0, successes: 0 }));
    /** Shows those that are there so often, learning after each hundred. @returns how often each was shown */
    const show = (there: number, finds: number) => {
      const shown = rates.map(() => 0);
      for (let from = 0; from < finds; from += 100) {
        const campaign = observed.reduce((sum, { views, successes }) => ({
          views: sum.views + views,
          successes: sum.successes + successes,
        }));
        const some = observed.slice(0, there);
        const candidates = some.map((own, at) => aTaker(`ad ${at}`, beliefOf(own, campaign)));
        const index = CandidateIndex.of(candidates);
        for (let nth = 0; nth < 100; nth += 1) {
          const context = aContext({ seed: dice.below(2 ** 31) });
          const at = candidates.findIndex((one) => one === select(index, anImp(), context));
          const own = observed[at]!;
          observed[at] = {
            views: own.views + 1,
            successes: own.successes + (dice.roll() < rates[at]! ? 1 : 0),
          };
          shown[at] = shown[at]! + 1;
        }
      }
      return shown;
    };
    show(2, 20_000);
    expect(show(2, 5_000)[1]).toBeGreaterThan(4_500);
    show(3, 10_000);
    expect(show(3, 5_000)[2]).toBeGreaterThan(4_500);
  });
});
