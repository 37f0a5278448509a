import { describe, expect, it } from '@jest/globals';
import { addCell, emptyCell } from '../../../../src/insight/statistics/roll-ups/cell';
import { type Fact, factOf } from '../../../../src/insight/statistics/facts/fact';
import { Groups } from '../../../../src/insight/statistics/questions/group';
import { findPlan } from '../../../../src/insight/statistics/questions/reading-plan';
import { encodeSections } from '../../../../src/insight/statistics/roll-ups/encode-sections';
import {
  mostRows,
  type RollUp,
  RollUps,
} from '../../../../src/insight/statistics/roll-ups/roll-up';
import { isSameRollUp } from '../../../../src/insight/statistics/roll-ups/roll-up-comparison';
import { hourMs } from '../../../../src/time';
import { anEvent, anId } from '../../../support/events';
import { accepted } from '../../../support/verdicts';

const noon = new Date('2026-05-01T12:00:00Z');
const siteId = anId();
const publisherId = anId();
const given = Array.from(
  { length: mostRows + 500 },
  (): Fact => factOf(anEvent({ occurredAt: noon, publisherId, siteId }), accepted),
);

function rollUpOf(facts: readonly Fact[]): RollUp {
  const rollUps = new RollUps(['publisher']);
  for (const fact of facts) rollUps.add(fact);
  return rollUps.byId.values().next().value!;
}

/** As it was stored, and added to. */
function addedTo(stored: RollUp, facts: readonly Fact[]): RollUp {
  const rollUps = new RollUps(['publisher']);
  for (const fact of facts) rollUps.add(fact);
  rollUps.addStored(stored, encodeSections(stored)!);
  return rollUps.byId.values().next().value!;
}

function sumOf({ sections }: RollUp, name: string) {
  const sum = emptyCell();
  for (const cells of sections.get(name)!.values())
    for (const cell of cells) if (cell) addCell(sum, cell);
  return [sum.counts.validViews, sum.amounts.revenue];
}

describe('an hour of more names than there is room for', () => {
  const whole = rollUpOf(given);

  it('keeps the first ones, and the others together: every sum stays exact', () => {
    const count = mostRows + 500;
    const all = [count, BigInt(count) * accepted.revenue];
    expect(['total', 'site', 'placement'].map((name) => sumOf(whole, name))).toEqual([
      all,
      all,
      all,
    ]);
    expect(whole.sections.get('placement')!.size).toBe(mostRows + 1);
    expect(whole.sections.get('placement')!.get('')![0]!.counts.validViews).toBe(500);
  });

  it('is exact when things are taken back, whichever names were kept', () => {
    const taken = given.slice(-1_000).map((fact) => ({ ...fact, sign: -1 }) as const);
    const left = addedTo(whole, taken);
    const count = mostRows - 500;
    expect(sumOf(left, 'placement')).toEqual([count, BigInt(count) * accepted.revenue]);
  });

  it('is the same as one that was counted in another order', () => {
    expect(isSameRollUp(whole, rollUpOf(given.toReversed()))).toBe(true);
    expect(isSameRollUp(whole, rollUpOf(given.slice(1)))).toBe(false);
  });
});

describe('what an answer is made of', () => {
  it('has what an hour had no room for, of a campaign that is asked for', () => {
    const campaignId = anId();
    const rollUps = new RollUps(['campaign']);
    for (const fact of given) rollUps.add({ ...fact, campaignId });
    const plan = findPlan('advertiser', ['campaignId', 'siteId'])!;
    const at = Math.floor(noon.getTime() / hourMs) * hourMs;
    const buckets = [{ from: at, to: at + hourMs }];
    const viewsOf = (wanted: string) => {
      const only = new Map([['campaignId', new Set([wanted])]] as const);
      const groups = new Groups({
        plan,
        question: { buckets, parts: ['siteId'], only, hours: null },
      });
      for (const rollUp of rollUps.byId.values()) groups.addRollUp(rollUp, plan.section);
      return [...groups.byKey.values()].map((cells) => cells.get(0)!.counts.views);
    };
    expect(viewsOf(campaignId)).toEqual([mostRows, 500]);
    expect(viewsOf(anId())).toEqual([]);
  });

  it('has bounds in memory, whatever of it would be shown', () => {
    const hours = 10_000;
    const buckets = Array.from({ length: hours }, (_value, hour) => ({
      from: hour * hourMs,
      to: (hour + 1) * hourMs,
    }));
    const plan = findPlan('publisher', ['siteId'])!;
    const groups = new Groups({
      plan,
      question: { buckets, parts: ['siteId'], only: new Map(), hours: null },
    });
    const sites = new Map(Array.from({ length: 20 }, () => [anId(), [emptyCell()]]));
    const addHour = (hour: number, site = sites) => {
      const key = { family: 'publisher', ownerId: publisherId, hour } as const;
      groups.addRollUp({ ...key, sections: new Map([['site', site]]) }, 'site');
    };
    for (let hour = 0; hour < hours; hour += 1) addHour(hour);
    expect(() => {
      addHour(0, new Map([[anId(), [emptyCell()]]]));
    }).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        details: { interval: [expect.stringContaining('200000 rows')] },
      }),
    );
  });
});
