import { describe, expect, it } from '@jest/globals';
import {
  bidOf,
  drawByWeight,
  explorationWeight,
  isExploring,
  ringDistance,
  seedOf,
} from '../../../../src/market/selection/ranking/rank';
import { aCandidate, anImp, idOf } from '../factories';

describe('bidOf', () => {
  it.each([
    [0.1, Math.fround(0.1)],
    [-1, 0],
    [NaN, 0],
    [Infinity, 1e9],
  ])('counts an estimate of %d as %d', (rpm, bid) => {
    expect(bidOf(rpm)).toBe(bid);
  });
});

describe('seeds', () => {
  it('explore one placement in twenty', () => {
    const seeds = Array.from({ length: 100_000 }, (_, seed) => seedOf({ seed }, anImp()));
    const share = seeds.filter(isExploring).length / seeds.length;
    expect(share).toBeGreaterThan(0.045);
    expect(share).toBeLessThan(0.055);
  });

  it('differ between placements of one request, and stay the same otherwise', () => {
    const seed = idOf('request');
    expect(seedOf({ seed }, anImp({ id: '1' }))).toBe(seedOf({ seed }, anImp({ id: '1' })));
    expect(seedOf({ seed }, anImp({ id: '1' }))).not.toBe(seedOf({ seed }, anImp({ id: '2' })));
  });
});

describe('ringDistance', () => {
  it('goes clockwise round 2^32', () => {
    expect(ringDistance(10, 15)).toBe(5);
    expect(ringDistance(15, 10)).toBe(2 ** 32 - 5);
  });
});

describe('drawByWeight', () => {
  it('draws in proportion', () => {
    const counts = [0, 0, 0];
    for (let seed = 0; seed < 60_000; seed += 1) counts[drawByWeight(seed, [1, 0, 2])]! += 1;
    expect(counts[1]).toBe(0);
    expect(counts[0]! / 60_000).toBeCloseTo(1 / 3, 1);
  });

  it.each([[[]], [[0, 0]]])('draws nobody from %j', (weights) => {
    expect(drawByWeight(1, weights)).toBe(-1);
  });
});

describe('explorationWeight', () => {
  it('falls with impressions and with having been seen', () => {
    expect(explorationWeight(aCandidate({ impressions: 0 }), 1)).toBe(1);
    expect(explorationWeight(aCandidate({ impressions: 9 }), 1)).toBe(0.1);
    expect(explorationWeight(aCandidate({ impressions: 9 }), 0)).toBe(0);
  });
});
