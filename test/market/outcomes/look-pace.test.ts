import { describe, expect, it } from '@jest/globals';
import { LookPace } from '../../../src/market/outcomes/look-pace';

describe('the pace of looking', () => {
  it('has time again when finds have earned what was spent', () => {
    const pace = new LookPace({ forFind: 1, forMs: 0, most: 3 });
    pace.spend(5);
    const isFree = [1, 2, 3].map(() => {
      pace.earn();
      return pace.hasTime;
    });
    expect(isFree).toEqual([false, false, true]);
  });

  it('saves up no more than its most', () => {
    const pace = new LookPace({ forFind: 1, forMs: 0, most: 3 });
    for (let find = 0; find < 100; find += 1) pace.earn();
    pace.spend(3);
    expect(pace.hasTime).toBe(false);
  });

  it('earns with time, too, so that few finds are all looked at', async () => {
    const pace = new LookPace({ forFind: 0, forMs: 1, most: 3 });
    pace.spend(4);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(pace.hasTime).toBe(false);
    pace.earn();
    expect(pace.hasTime).toBe(true);
  });
});
