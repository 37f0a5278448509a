import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Fact, factOf } from '../../../../src/insight/statistics/facts/fact';
import { getStatistics } from '../../../../src/insight/statistics/questions/statistics.service';
import {
  encodeSections,
  mostBytes,
} from '../../../../src/insight/statistics/roll-ups/encode-sections';
import { foldAllChanges } from '../../../../src/insight/statistics/roll-ups/fold-changes.service';
import {
  families,
  type RollUp,
  RollUps,
} from '../../../../src/insight/statistics/roll-ups/roll-up';
import { isSameRollUp } from '../../../../src/insight/statistics/roll-ups/roll-up-comparison';
import { rejectionReasons } from '../../../../src/money/verification/verdict';
import { anEvent, anId } from '../../../support/events';
import { rejectedAsBot, tellVerdicts } from '../../../support/verdicts';
import { startVerifier } from '../../../support/verification';
import { eleven, minutesAfter, type Verifier } from '../../../support/verifier';
import { quarterMs } from '../../../../src/time';

const documentBytes = 16 * 1024 * 1024;
const publisherId = anId();
/** Fewer than there is room for by rows. */
const places = Array.from({ length: 2_000 }, () => ({ siteId: anId(), placementId: anId() }));
const sample = factOf(anEvent({ publisherId, occurredAt: eleven }), rejectedAsBot);

/** A view at each place in each quarter. */
const views = places.flatMap((place) =>
  [0, 1, 2, 3].map(
    (quarter): Fact => ({ ...sample, ...place, at: sample.at + quarter * quarterMs }),
  ),
);

/** Of some views, each of whose cells has all the reasons. */
function rollUpOf(facts: Iterable<Fact>): RollUp {
  const rollUps = new RollUps(['publisher']);
  for (const fact of facts) rollUps.add(fact);
  const [rollUp] = rollUps.byId.values();
  for (const section of rollUp!.sections.values())
    for (const cells of section.values())
      for (const cell of cells)
        for (const reason of rejectionReasons) cell?.rejected.set(`impression:${reason}`, 1);
  return rollUp!;
}

function storedAndRead(rollUp: RollUp): RollUp {
  const rollUps = new RollUps(['publisher']);
  rollUps.addStored(rollUp, encodeSections(rollUp)!);
  return [...rollUps.byId.values()][0]!;
}

let whole: RollUp;
beforeAll(() => {
  whole = rollUpOf(views);
});

it('fits a document, whatever sections a roll-up has', () => {
  for (const { sections } of Object.values(families))
    expect((Object.keys(sections).length + 0.1) * mostBytes).toBeLessThan(documentBytes);
});

describe('an hour of more bytes than there is room for', () => {
  it('keeps the first names, and the others together: every sum stays exact', () => {
    const read = storedAndRead(whole);
    for (const name of ['site', 'placement']) {
      const section = read.sections.get(name)!;
      const keys = [...section.keys()];
      expect(keys.slice(0, -1)).toEqual(
        [...whole.sections.get(name)!.keys()].slice(0, keys.length - 1),
      );
      expect(keys.at(-1)).toBe('');
      expect(keys.length).toBeGreaterThan(places.length / 3);
      for (let quarter = 0; quarter < 4; quarter += 1)
        for (const reason of rejectionReasons) {
          let sum = 0;
          for (const cells of section.values())
            sum += cells[quarter]?.rejected.get(`impression:${reason}`) ?? 0;
          expect(sum).toBe(places.length);
        }
    }
  });

  it('has a bound in bytes, which it would have passed', () => {
    let uncut = 0;
    for (let from = 0; from < views.length; from += 2_000) {
      const texts = encodeSections(rollUpOf(views.slice(from, from + 2_000)))!;
      uncut += texts['site']!.length + texts['placement']!.length;
    }
    expect(uncut).toBeGreaterThan(documentBytes);
    const texts = encodeSections(whole)!;
    for (const name of ['site', 'placement'])
      expect(Math.abs(texts[name]!.length - mostBytes)).toBeLessThan(20_000);
  });

  it('is the same as one that was counted in another order, or has its names yet', () => {
    const placements = ({ sections, ...key }: RollUp): RollUp => ({
      ...key,
      sections: new Map([['placement', sections.get('placement')!]]),
    });
    const read = placements(storedAndRead(whole));
    expect(isSameRollUp(read, placements(rollUpOf(views.toReversed())))).toBe(true);
    expect(isSameRollUp(read, placements(rollUpOf(views.slice(1))))).toBe(false);
  });
});

describe('in the database', () => {
  let one: Verifier;
  beforeAll(async () => {
    one = await startVerifier();
    await one.ctx.inTransaction((session) => one.ctx.rollUps.save([whole], new Set(), session));
  });

  it('is stored, and added to, without a view too few or too many', async () => {
    const range = { from: eleven, to: minutesAfter(eleven, 60) };
    const asked = { side: 'publisher', accountId: publisherId, by: 'placement', ...range } as const;
    for (let added = 0; added < 2; added += 1) {
      const { totals, rows } = await getStatistics(one.ctx, asked);
      expect(totals.counts.views).toBe(views.length + added);
      const ofNobody = rows.find(({ key }) => key === '');
      expect(ofNobody!.cell.counts.views).toBeGreaterThan(0);
      const event = { ...places[added]!, publisherId, occurredAt: minutesAfter(eleven, 20) };
      await tellVerdicts(one.ctx, [{ ...event, verdict: rejectedAsBot }]);
      await foldAllChanges(one.ctx);
    }
  });
});
