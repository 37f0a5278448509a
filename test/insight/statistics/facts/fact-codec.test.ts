import { describe, expect, it } from '@jest/globals';
import type { Fact } from '../../../../src/insight/statistics/facts/fact';
import { decodeFacts, encodeFacts } from '../../../../src/insight/statistics/facts/fact-codec';
import stored from '../../../vectors/stored-forms.json';

const view: Fact = {
  ...{ at: 1_767_225_600_000, sign: 1, trackingId: 'a1' },
  ...{ advertiserId: 'ad', campaignId: 'ca', creativeId: 'cr' },
  ...{ publisherId: 'pu', siteId: 'si', placementId: 'pl' },
  ...{ device: 'desktop', browser: 'chrome', country: 'DE' },
  ...{ kind: 'impression', outcome: 'accepted', id: '', isMeasured: false, frequency: '' },
  ...{ price: 200_000_000n, charge: 9_007_199_254_740_993n },
  ...{ revenue: 190_000_000n, earned: 180_000_000n, fees: 0n },
};
const click: Fact = {
  ...view,
  ...{ at: 1_767_225_600_001, sign: -1, trackingId: null, kind: 'click', outcome: 'bot' },
  ...{ price: 0n, charge: 0n, revenue: 0n, earned: 0n, fees: 0n },
};

describe('stored facts', () => {
  it.each(Object.entries(stored.facts))('are read in form %s', (_form, text) => {
    expect(decodeFacts(text)).toEqual([view, click]);
  });

  it('say what the tag has measured', () => {
    const measured = { ...view, isMeasured: true };
    expect(decodeFacts(encodeFacts([measured, click]))).toEqual([measured, click]);
  });

  it('say how often the visitor had seen the campaign', () => {
    const third = { ...view, frequency: '3' };
    expect(decodeFacts(encodeFacts([third, click]))).toEqual([third, click]);
  });

  it('are written in the newest form', () => {
    expect(encodeFacts([view, click])).toBe(Object.values(stored.facts).at(-1));
  });

  it('have nothing for a member that came later, and no place for one that this version lacks', () => {
    const { columns, texts, rows } = JSON.parse(stored.facts['2']);
    const later = JSON.stringify({
      columns: columns.map((name: string) => (name === 'earned' ? 'unknown' : name)),
      ...{ texts, rows },
    });
    expect(decodeFacts(later)).toEqual([{ ...view, earned: 0n }, click]);
  });

  it('of an outcome that a later version knows are not read as something else', () => {
    expect(() => decodeFacts(stored.facts['2'].replace('"bot"', '"haunted"'))).toThrow(
      'a stored fact has "haunted"',
    );
  });
});
