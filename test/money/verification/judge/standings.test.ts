import { describe, expect, it } from '@jest/globals';
import { type CampaignState, noPeriods } from '../../../../src/demand/campaigns/campaign-state';
import { standingsOf } from '../../../../src/money/verification/judge/standings';
import type { TimedState } from '../../../../src/platform/states/state-history';
import { anEvent } from '../../../support/events';

const offeredAt = new Date('2026-05-01T12:00:00Z');
const afterOffer = (ms: number) => new Date(offeredAt.getTime() + ms);

const aState = (ms: number, change: Partial<CampaignState>): TimedState<CampaignState> => ({
  ...{ at: afterOffer(ms), status: 'active', isDeleted: false, hourlyBudget: 1n },
  ...{ startsAt: afterOffer(-60_000), endsAt: null, ...noPeriods },
  ...change,
});

/** How a campaign with this history stood for a view, 7 seconds after its offer. */
function standingOf(states: readonly TimedState<CampaignState>[]) {
  const event = anEvent({ offeredAt, exp: 1800 });
  const campaigns = new Map([[event.campaignId, states]]);
  const none = new Map();
  const known = { campaigns, creatives: none, sites: none, accounts: none };
  return standingsOf(event, known).campaign;
}

describe('a campaign that its owner has stopped since the offer of a view was made', () => {
  it.each<[string, Partial<CampaignState>]>([
    ['paused', { status: 'inactive' }],
    ['deleted', { isDeleted: true }],
    ['suspended for lack of funds', { status: 'suspended' }],
  ])('runs for it: %s', (_how, stop) => {
    expect(standingOf([aState(-60_000, {}), aState(5_000, stop)])).toBe('running');
  });

  it('runs for it, though it was made a moment before the offer and paused within its second', () => {
    const [made, paused] = [aState(-2_000, {}), aState(400, { status: 'inactive' })];
    expect(standingOf([made, paused])).toBe('running');
  });

  it('runs for it, where both were a moment before: not every gateway has heard of it', () => {
    const [made, paused] = [aState(-9_000, {}), aState(-8_000, { status: 'inactive' })];
    expect(standingOf([made, paused])).toBe('running');
  });

  it.each<[string, number, number]>([
    ['it was paused 10 seconds before', -60_000, -10_000],
    ['it was made and paused before', -60_000, -59_000],
  ])('does not run for it where %s', (_why, made, paused) => {
    const states = [aState(made, {}), aState(paused, { status: 'inactive' })];
    expect(standingOf(states)).toMatchObject({ kind: 'paused', hasGrace: false });
  });

  it('has not run at all while it was a draft', () => {
    expect(standingOf([aState(-2_000, { status: 'draft' })])).not.toBe('running');
  });
});
