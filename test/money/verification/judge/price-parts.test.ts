import { describe, expect, it } from '@jest/globals';
import {
  feesOn,
  freeParts,
  partsOf,
  sumOfParts,
} from '../../../../src/money/verification/judge/price-parts';

const rate = 10n ** 11n;
const fees = { demandFee: 100, supplyFee: 200, communityFee: 100 };
const peer = { address: '0001-00000004-DBEB' };

describe('the parts of a price', () => {
  it.each([
    [1_000_003n, 10_000n, 9_900n, 980_103n],
    [99n, 0n, 0n, 99n],
  ])(
    'of %s on a site of another server are our fee, then the community’s, then its',
    (price, demandFee, communityFee, revenue) => {
      const parts = partsOf(price, { ...feesOn({ peer }, fees), rate });
      const ofCommunity = communityFee > 0n ? { communityFee } : {};
      expect(parts).toEqual({
        ...{ price, rate, charge: price, demandFee, supplyFee: 0n, ...ofCommunity, revenue },
      });
    },
  );

  it('on a site of ours are the fees of demand and supply, and nothing is the community’s', () => {
    const parts = partsOf(1_000_003n, { ...feesOn({}, fees), rate });
    expect(parts).toEqual({
      ...{ price: 1_000_003n, rate, charge: 1_000_003n },
      ...{ demandFee: 10_000n, supplyFee: 20_000n, revenue: 970_003n },
    });
  });

  it('are nothing of a price of 0, and come to the charge together', () => {
    const parts = [
      partsOf(1_000_003n, { ...feesOn({ peer }, fees), rate }),
      partsOf(0n, { ...feesOn({ peer }, fees), rate }),
      partsOf(1_000_003n, { ...feesOn({}, fees), rate }),
    ];
    expect(parts[1]).toBe(freeParts);
    expect(sumOfParts(parts)).toEqual({
      ...{ price: 2_000_006n, rate, charge: 2_000_006n, demandFee: 20_000n },
      ...{ supplyFee: 20_000n, communityFee: 9_900n, revenue: 1_950_106n },
    });
  });
});
