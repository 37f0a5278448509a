import { describe, expect, it } from '@jest/globals';
import { CandidateIndex } from '../../../../src/market/selection/index/candidate-index';
import { mostFresh } from '../../../../src/market/selection/index/rebuild';
import { select } from '../../../../src/market/selection/select';
import { RecentlySeen } from '../../../../src/market/selection/ranking/recently-seen';
import type { Candidate, Imp, SelectionContext } from '../../../../src/market/selection/types';
import { selectByDefinition } from '../definition';
import { Dice } from '../dice';
import { aCandidate, aContext, anImp, idOf } from '../factories';
import { someContext, someImp, someModifiers, somePaused, somePopulation } from '../populations';

/** The index's winner of a find; beside it what index and definition answer, if that is not the same. */
function compared(
  index: CandidateIndex,
  candidates: readonly Candidate[],
  imp: Imp,
  context: SelectionContext,
) {
  const { ineligibleCampaignIds } = index;
  const winner = select(index, imp, context);
  const expected = selectByDefinition(candidates, { imp, context, ineligibleCampaignIds });
  const disagreements = winner === expected ? [] : [{ imp, context, winner, expected }];
  return { winner, disagreements };
}

/** Two placements in each of so many random requests. */
function findAtRandom(
  index: CandidateIndex,
  candidates: readonly Candidate[],
  dice: Dice,
  requests: number,
) {
  let filled = 0;
  const disagreements = [];
  for (let request = 0; request < requests; request += 1) {
    const context = someContext(dice, candidates);
    const imps = [someImp(dice), { ...someImp(dice), chosenBefore: dice.some(candidates, 3) }];
    for (const imp of imps) {
      const find = compared(index, candidates, imp, context);
      disagreements.push(...find.disagreements);
      if (find.winner) filled += 1;
    }
  }
  return { filled, disagreements };
}

/** Runs a rebuild, with something else to do between its slices. */
function drain(slices: Generator<undefined, void>, between: (slice: number) => void): number {
  let slice = 0;
  for (; slices.next().done !== true; slice += 1) between(slice);
  return slice;
}

describe('CandidateIndex', () => {
  it.each([
    { count: 0, requests: 10 },
    { count: 1, requests: 100 },
    { count: 60, requests: 2000 },
    { count: 700, requests: 2400 },
    { count: 3000, requests: 450 },
    { count: 15_000, requests: 80 },
  ])('agrees with the definition on 2 x $requests random finds among $count', (size) => {
    const dice = new Dice(size.count + 1);
    const candidates = somePopulation(dice, size.count);
    const index = CandidateIndex.of(candidates);
    for (const id of somePaused(dice, candidates)) index.setEligible(id, false);
    const { filled, disagreements } = findAtRandom(index, candidates, dice, size.requests);
    expect(disagreements).toEqual([]);
    if (size.count >= 60) expect(filled).toBeGreaterThan(size.requests / 4);
  });

  it('lets nobody below the floor win behind many that bid more and do not fit', () => {
    const requires = new Map([['user:country', ['pl']]]);
    const unfit = Array.from({ length: 200 }, (_, at) =>
      aCandidate({ name: `unfit ${at}`, effectiveRpm: 5, requires }),
    );
    const index = CandidateIndex.of([...unfit, aCandidate({ name: 'cheap' })]);
    expect(select(index, anImp({ bidFloor: 2 }), aContext())).toBeNull();
    expect(select(index, anImp({ bidFloor: 1 }), aContext())).not.toBeNull();
  });

  it('agrees with the definition where few creatives may have a placement, whatever their levels', () => {
    const dice = new Dice(77);
    let filled = 0;
    for (let world = 0; world < 100; world += 1) {
      const candidates = somePopulation(dice, 200);
      const index = CandidateIndex.of(candidates);
      for (let request = 0; request < 5; request += 1) {
        const own = dice.some(candidates, dice.pick([20, 200]));
        const onlyCreativeIds = new Set(own.map(({ creativeId }) => creativeId));
        const context = someContext(dice, candidates);
        const imp = { ...someImp(dice), onlyCreativeIds };
        const { winner, disagreements } = compared(index, candidates, imp, context);
        expect(disagreements).toEqual([]);
        if (winner) filled += 1;
        expect(winner === null || onlyCreativeIds.has(winner.creativeId)).toBe(true);
      }
    }
    expect(filled).toBeGreaterThan(50);
  });

  it('agrees with the definition in 500 small worlds', () => {
    const dice = new Dice(11);
    for (let world = 0; world < 500; world += 1) {
      const candidates = somePopulation(dice, 1 + dice.below(40));
      const index = CandidateIndex.of(candidates);
      for (const id of somePaused(dice, candidates)) index.setEligible(id, false);
      expect(findAtRandom(index, candidates, dice, 3).disagreements).toEqual([]);
    }
  });

  it('agrees with the definition after any series of changes, pauses and rebuilds', () => {
    const dice = new Dice(77);
    const present = new Map(somePopulation(dice, 500).map((each) => [each.creativeId, each]));
    const index = CandidateIndex.of(present.values());
    const change = () => {
      const upserts = somePopulation(dice, dice.below(20));
      const known = [...present.values()];
      const changed = dice.some(known, 5).map((each) => ({ ...each, effectiveRpm: dice.roll() }));
      const removals = dice.some([...present.keys()], 10);
      for (const creativeId of removals) present.delete(creativeId);
      for (const each of [...upserts, ...changed]) present.set(each.creativeId, each);
      index.apply({ upserts: [...upserts, ...changed], removals });
      const { campaignId } = dice.pick(known);
      index.setEligible(campaignId, dice.isOnce(2));
    };
    for (let round = 0; round < 30; round += 1) {
      change();
      const rebuild = index.beginRebuild();
      const content = dice.pick([[...present.values()], 'all', 'changes'] as const);
      if (dice.isOnce(2)) change();
      if (dice.isOnce(3)) rebuild.abandon();
      drain(rebuild.slices(content), (slice) => {
        if (slice === 3) change();
      });
      const { disagreements } = findAtRandom(index, [...present.values()], dice, 10);
      expect(disagreements).toEqual([]);
      expect(index.size).toBe(present.size);
      expect(new Set(index.candidates())).toEqual(new Set(present.values()));
    }
  });

  it.each([1, 3, 100])(
    'agrees with the definition where all bids have %p different modifiers, new ones too',
    (kinds) => {
      const dice = new Dice(90 + kinds);
      const sets = Array.from({ length: kinds }, () => someModifiers(dice));
      const modified = (count: number) =>
        somePopulation(dice, count).map((each) => ({ ...each, modifiers: dice.pick(sets) }));
      const present = modified(1500);
      const index = CandidateIndex.of(present);
      for (let round = 0; round < 6; round += 1) {
        const { filled, disagreements } = findAtRandom(index, present, dice, 60);
        expect(disagreements).toEqual([]);
        expect(filled).toBeGreaterThan(20);
        sets.push(someModifiers(dice));
        const more = modified(50);
        present.push(...more);
        index.apply({ upserts: more });
        if (round % 2 === 1) drain(index.beginRebuild().slices('changes'), () => undefined);
      }
    },
  );

  it('agrees with the definition when thousands change before, between and after rebuilds', () => {
    const dice = new Dice(78);
    const present = new Map(somePopulation(dice, 3000).map((each) => [each.creativeId, each]));
    const index = CandidateIndex.of(present.values());
    const change = () => {
      const upserts = somePopulation(dice, 300);
      const known = [...present.values()];
      for (let count = 0; count < mostFresh; count += 1)
        upserts.push({ ...dice.pick(known), effectiveRpm: dice.roll() });
      const removals = dice.some([...present.keys()], 300);
      for (const creativeId of removals) present.delete(creativeId);
      for (const each of upserts) present.set(each.creativeId, each);
      index.apply({ upserts, removals });
      for (const { campaignId } of dice.some(known, 500))
        index.setEligible(campaignId, dice.isOnce(2));
    };
    const expectAgreement = () => {
      const { disagreements } = findAtRandom(index, [...present.values()], dice, 4);
      expect(disagreements).toEqual([]);
      expect(index.size).toBe(present.size);
    };
    for (let round = 0; round < 4; round += 1) {
      for (let burst = dice.below(4); burst > 0; burst -= 1) {
        change();
        expectAgreement();
      }
      const rebuild = index.beginRebuild();
      const content = dice.pick([[...present.values()], 'all', 'changes'] as const);
      drain(rebuild.slices(content), (slice) => {
        if (slice % 16 > 1 || slice > 50) return;
        change();
        if (dice.isOnce(2)) expectAgreement();
      });
      expectAgreement();
    }
  });

  it('loses nothing that is settled while changes are gathered', () => {
    const dice = new Dice(80);
    const index = CandidateIndex.of([]);
    const settle = (count: number) => {
      index.apply({ upserts: somePopulation(dice, count) });
      select(index, anImp(), aContext());
    };
    settle(5 * mostFresh);
    const late = aCandidate({ name: 'late' });
    index.apply({ upserts: [late] });
    const slices = index.beginRebuild().slices('changes');
    slices.next();
    settle(mostFresh);
    drain(slices, () => undefined);
    expect([index.find(late.creativeId), index.size]).toEqual([late, 6 * mostFresh + 1]);
  });

  it('is due for a rebuild of all once an eighth has changed, of changes before', () => {
    const dice = new Dice(79);
    const candidates = somePopulation(dice, 12 * mostFresh);
    const index = CandidateIndex.of(candidates);
    const due = (count: number) => {
      index.apply({ upserts: candidates.slice(0, count) });
      return index.dueRebuild;
    };
    expect(due(mostFresh - 1)).toBeNull();
    expect(due(mostFresh)).toBe('changes');
    drain(index.beginRebuild().slices('changes'), () => undefined);
    expect([index.dueRebuild, index.deltaSize]).toEqual([null, mostFresh]);
    expect(due(2 * mostFresh)).toBe('all');
    drain(index.beginRebuild().slices('all'), () => undefined);
    expect([index.dueRebuild, index.deltaSize]).toEqual([null, 0]);
  });

  it('draws among hundreds of equals as the definition does', () => {
    const dice = new Dice(3);
    const equals = Array.from({ length: 600 }, (_, number) =>
      aCandidate({ name: `equal ${number}`, effectiveRpm: dice.pick([1, 2]) }),
    );
    const index = CandidateIndex.of(equals);
    for (let seed = 0; seed < 300; seed += 1) {
      const context = aContext({ seed, recentlySeen: new RecentlySeen(dice.some(equals, 30)) });
      expect(compared(index, equals, anImp(), context).disagreements).toEqual([]);
    }
  });

  it('keeps the last of several candidates with one id', () => {
    const [first, second] = [aCandidate({ effectiveRpm: 5 }), aCandidate({ effectiveRpm: 1 })];
    const index = CandidateIndex.of([first, second]);
    expect(select(index, anImp(), aContext())).toBe(second);
    expect(index.size).toBe(1);
    expect(index.find(first.creativeId)).toBe(second);
  });

  it('takes changes at once and counts them as delta until a rebuild', () => {
    const index = CandidateIndex.of([aCandidate({ name: 'old' })]);
    const richer = aCandidate({ name: 'new', effectiveRpm: 2 });
    index.apply({ upserts: [richer] });
    expect(select(index, anImp(), aContext())).toBe(richer);
    expect([index.size, index.deltaSize]).toEqual([2, 1]);

    drain(index.beginRebuild().slices(), () => undefined);
    expect([index.size, index.deltaSize]).toEqual([2, 0]);
    expect(select(index, anImp(), aContext())).toBe(richer);

    index.apply({ removals: [richer.creativeId, idOf('never known')] });
    expect(index.find(richer.creativeId)).toBeNull();
    expect([index.size, index.deltaSize]).toEqual([1, 0]);
    expect(select(index, anImp(), aContext())?.creativeId).toBe(idOf('old'));
  });

  it('finds targeting that only a change brought up', () => {
    const index = CandidateIndex.of([aCandidate({ name: 'plain' })]);
    const context = aContext({ features: new Map([['user:country', ['de']]]) });
    expect(select(index, anImp(), context)?.creativeId).toBe(idOf('plain'));
    const choosy = aCandidate({
      name: 'choosy',
      effectiveRpm: 9,
      requires: new Map([['user:country', ['de']]]),
    });
    index.apply({ upserts: [choosy] });
    expect(select(index, anImp(), context)).toBe(choosy);
    expect(select(index, anImp(), aContext())?.creativeId).toBe(idOf('plain'));
  });

  it('knows the modifiers of candidates that came since the same request was asked', () => {
    const context = aContext({ features: new Map([['device:type', ['mobile']]]) });
    const plain = aCandidate({ name: 'plain', effectiveRpm: 2 });
    const none: ReadonlyMap<string, number> = new Map();
    const named = (name: string, onPhones: number) => {
      const devices = new Map([['mobile', onPhones]]);
      const modifiers = { devices, countries: none, hours: none, timeZone: 'Europe/Berlin' };
      return aCandidate({ name, effectiveRpm: 3, modifiers });
    };
    const index = CandidateIndex.of([plain, named('half', 50)]);
    expect(select(index, anImp(), context)).toBe(plain);
    const more = named('more', 90);
    index.apply({ upserts: [named('less', 40), more] });
    expect(select(index, anImp(), context)).toBe(more);
  });

  it('pauses and resumes a campaign with all its creatives, those that come later too', () => {
    const campaignId = idOf('campaign');
    const index = CandidateIndex.of([aCandidate({ campaignId })]);
    index.setEligible(campaignId, false);
    index.apply({ upserts: [aCandidate({ name: 'later', campaignId })] });
    expect(select(index, anImp(), aContext())).toBeNull();
    index.setEligible(campaignId, true);
    index.apply({ removals: [idOf('later')] });
    expect(select(index, anImp(), aContext())?.creativeId).toBe(idOf('creative'));
  });

  it('does not bring a removed creative back when its campaign resumes', () => {
    const removed = aCandidate();
    const index = CandidateIndex.of([removed]);
    index.apply({ removals: [removed.creativeId] });
    index.setEligible(removed.campaignId, false);
    index.setEligible(removed.campaignId, true);
    expect(select(index, anImp(), aContext())).toBeNull();
  });

  it('forgets pauses of campaigns that a rebuild finds gone, but of no others', () => {
    const [stays, goes] = [aCandidate({ name: 'stays' }), aCandidate({ name: 'goes' })];
    const index = CandidateIndex.of([stays, goes]);
    for (const { campaignId } of [stays, goes]) index.setEligible(campaignId, false);
    drain(index.beginRebuild().slices([stays]), () => undefined);
    expect([...index.ineligibleCampaignIds]).toEqual([stays.campaignId]);
  });

  it('keeps a pause, a change and a removal that come at any moment of a rebuild', () => {
    const [paused, removed] = [aCandidate({ name: 'paused' }), aCandidate({ name: 'removed' })];
    const changed = aCandidate({ name: 'changed' });
    const now = { ...changed, effectiveRpm: 0.5 };
    let moments = Infinity;
    for (let moment = 0; moment < moments; moment += 1) {
      const index = CandidateIndex.of([]);
      moments = drain(index.beginRebuild().slices([paused, removed, changed]), (slice) => {
        if (slice !== moment) return;
        index.setEligible(paused.campaignId, false);
        index.apply({ upserts: [now], removals: [removed.creativeId] });
      });
      expect(select(index, anImp(), aContext())).toBe(now);
      expect(new Set(index.candidates())).toEqual(new Set([paused, now]));
    }
    expect(moments).toBeGreaterThan(20);
  });

  it('lets a later rebuild win over one that is still under way', () => {
    const index = CandidateIndex.of([]);
    const [early, late] = [aCandidate({ name: 'early' }), aCandidate({ name: 'late' })];
    const first = index.beginRebuild();
    const second = index.beginRebuild();
    drain(second.slices([late]), () => undefined);
    drain(first.slices([early]), () => undefined);
    expect([...index.candidates()]).toEqual([late]);
  });

  it('rebuilds many in many slices and answers between them', () => {
    const dice = new Dice(5);
    const candidates = somePopulation(dice, 5000);
    const index = CandidateIndex.of(candidates);
    const expected = select(index, anImp(), aContext());
    expect(expected).not.toBeNull();
    const slices = drain(index.beginRebuild().slices(candidates), () => {
      expect(select(index, anImp(), aContext())).toBe(expected);
    });
    expect(slices).toBeGreaterThan(20);
    expect(select(index, anImp(), aContext())).toBe(expected);
  });

  it('tells the new state of many pauses in slices, and of what changes between them', () => {
    const candidates = Array.from({ length: 8_000 }, (_, nth) =>
      aCandidate({ name: `many ${nth}`, effectiveRpm: 1 + nth }),
    );
    const rebuilt = (between: (index: CandidateIndex, slice: number) => void) => {
      const index = CandidateIndex.of([]);
      const slices = drain(index.beginRebuild().slices(candidates), (slice) => {
        between(index, slice);
      });
      return { index, slices };
    };
    const { slices: usual } = rebuilt(() => undefined);
    const { index, slices } = rebuilt((one, slice) => {
      if (slice === 0) for (const { campaignId } of candidates) one.setEligible(campaignId, false);
      else one.setEligible(candidates[slice]!.campaignId, true);
    });
    expect(slices - usual).toBeGreaterThanOrEqual(30);
    for (const [nth, candidate] of candidates.slice(0, slices + 10).entries()) {
      const imp = anImp({ onlyCreativeIds: new Set([candidate.creativeId]) });
      const isOn = nth > 0 && nth < slices;
      expect(select(index, imp, aContext())).toBe(isOn ? candidate : null);
    }
  });
});
