import { type CampaignState, campaignStandingAt } from '../../../demand/campaigns/campaign-state';
import { type CreativeState, creativeStandingAt } from '../../../demand/creatives/creative-state';
import { unclaimedPublisherId } from '../../../identity/accounts/account';
import { type AccountState, accountStandingAt } from '../../../identity/accounts/account-state';
import { budgetTimeOf } from '../../../market/events/event';
import type { Standing, TimedState } from '../../../platform/states/state-history';
import { type SiteState, siteStandingAt } from '../../../supply/sites/site-state';
import type { EventFacts, JudgedEvent } from './event-rule';

type History<State> = ReadonlyMap<string, readonly TimedState<State>[]>;

/** The histories of all campaigns, creatives, sites and accounts that events of a batch name, by id. */
export interface Histories {
  readonly campaigns: History<CampaignState>;
  readonly creatives: History<CreativeState>;
  readonly sites: History<SiteState>;
  readonly accounts: History<AccountState>;
}

/** After this time no gateway offers what was stopped, whatever its clock says. */
const heardWithinMs = 10_000;

/** Tells how everything stood that an event needs: see `standingFor`. */
export function standingsOf(
  event: JudgedEvent,
  known: Histories,
): Pick<EventFacts, 'campaign' | 'advertiser' | 'creative' | 'site' | 'publisher'> {
  const { campaignId, creativeId, siteId, publisherId, advertiserId } = event;
  const campaign = known.campaigns.get(campaignId) ?? [];
  const creative = known.creatives.get(creativeId) ?? [];
  const site = known.sites.get(siteId) ?? [];
  const advertiser = known.accounts.get(advertiserId) ?? [];
  const publisher = known.accounts.get(publisherId) ?? [];
  return {
    campaign: standingFor(event, (at) => campaignStandingAt(campaign, at)),
    creative: standingFor(event, (at) => creativeStandingAt(creative, at)),
    site: standingFor(event, (at) => siteStandingAt(site, event.peer ? sinceFirst(site, at) : at)),
    advertiser:
      // Another server has no account here; its campaigns tell how it stands.
      event.demandServer === undefined
        ? accountStandingAt(advertiser, 'advertiser', event.occurredAt)
        : 'running',
    publisher:
      publisherId === unclaimedPublisherId
        ? 'running'
        : accountStandingAt(publisher, 'publisher', event.occurredAt),
  };
}

/** The first view of another server's host comes before the site that is made of it, or in a gateway whose clock is behind. */
function sinceFirst(states: readonly TimedState<SiteState>[], at: Date): Date {
  const [first] = states;
  return first && first.at > at ? first.at : at;
}

/**
 * How a thing stood for an event. What its owner has stopped since the offer was made, or what ended, still runs for it;
 * what the operator stopped does not. Events that are paid by the hour in which they happened are judged by that moment alone.
 *
 * @see docs/contract.md §7
 */
function standingFor<Kind extends string>(
  event: JudgedEvent,
  standingAt: (at: Date) => Standing<Kind>,
): Standing<Kind> {
  const { exp, occurredAt } = event;
  const standing = standingAt(occurredAt);
  if (exp === undefined || standing === null || standing === 'running') return standing;
  if (!standing.hasGrace) return standing;
  const offeredAt = budgetTimeOf(event).getTime();
  const before = standingAt(new Date(offeredAt - heardWithinMs));
  // The time of an offer is its second.
  const then = standingAt(new Date(offeredAt + 999));
  return before === 'running' || then === 'running' || ranSince(then, offeredAt - heardWithinMs)
    ? 'running'
    : { ...standing, hasGrace: false };
}

/** Says that a thing was started and stopped again since, so that it runs at neither end. Only a running thing can be stopped. */
function ranSince<Kind extends string>(standing: Standing<Kind>, from: number): boolean {
  const stop = standing === 'running' ? null : standing;
  return stop !== null && stop.hasGrace && stop.at.getTime() > from;
}
