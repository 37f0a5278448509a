import { formatAmount } from '../../amount';
import type { ServiceContext } from '../../api/context';
import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { notFound } from '../../errors';
import type { CampaignServing } from '../../insight/serving/campaign-serving';
import { listServings } from '../../insight/serving/campaign-serving.service';
import { assertPresent } from '../../present';
import { describeMembers } from '../account/account-text';
import { readIdOf } from '../option-text';
import { serviceCommand } from '../service-command';
import { takeUpCampaign } from './take-up-campaign';

interface ShownCampaign {
  readonly campaign: Campaign;
  readonly serving: CampaignServing;
}

export const campaignShow = serviceCommand({
  name: 'campaign show',
  summary: 'Shows a campaign: its terms of delivery, how it stands with being shown, and why.',
  details:
    'Money is USD. What finds say is of today and yesterday (UTC), since the campaign was changed.',
  arguments: [{ name: 'id', description: 'of the campaign', read: readIdOf('a campaign') }],
  options: {},
  work: async (services, { id }) => readShown(services, id),
  print({ campaign, serving }) {
    const { targeting, ...terms } = toTerms(campaign);
    const json = { ...terms, targeting, serving: toServingJson(serving) };
    const lines = {
      ...terms,
      targeting: JSON.stringify(targeting),
      state: serving.state,
      why: reasonOf(serving),
    };
    return { text: describeMembers(lines), json };
  },
});

async function readShown(services: ServiceContext, id: string): Promise<ShownCampaign> {
  const campaign = await services.campaigns.findById(id);
  if (!campaign) throw notFound('campaign', id);
  await services.rates.refresh();
  await services.refusedDomains.load();
  await takeUpCampaign(services, id);
  const servings = await listServings(services, [campaign]);
  return { campaign, serving: assertPresent(servings.get(campaign), 'each has its state') };
}

const toUsd = (amount: bigint | null) => (amount === null ? null : formatAmount(amount));

function toTerms(campaign: Campaign) {
  const { id, advertiserId, name, status, suspendedReason, landingUrl, medium, vendor } = campaign;
  const { pacing, bidModifiers, startsAt, endsAt, schedule, scheduleClock, timeZone } = campaign;
  const { frequencyCaps, showsToUnknownVisitors, showsOnPeers, excludedPeers } = campaign;
  const { requiresViewability, unmeasuredPrice, creativeRotation, priority } = campaign;
  const { shareOfVoice, category, competitiveExclusion, showsOncePerPage, roadblock } = campaign;
  return {
    ...{ id, advertiserId, name, status, suspendedReason },
    ...{ landingUrl, medium, vendor },
    hourlyBudget: toUsd(campaign.hourlyBudget),
    dailyBudget: toUsd(campaign.dailyBudget),
    totalBudget: toUsd(campaign.totalBudget),
    pacing,
    maxCpm: toUsd(campaign.maxCpm),
    maxCpc: toUsd(campaign.maxCpc),
    ...{ bidModifiers, startsAt, endsAt, schedule, scheduleClock, timeZone },
    ...{ frequencyCaps, showsToUnknownVisitors, showsOnPeers, excludedPeers },
    ...{ requiresViewability, unmeasuredPrice, creativeRotation, priority, shareOfVoice },
    ...{ category, competitiveExclusion, showsOncePerPage, roadblock },
    targeting: campaign.targeting,
  };
}

function toServingJson(serving: CampaignServing) {
  const { state, budgetLimit, limitedBudget, keptAwayBy, keptAwayShare } = serving;
  const { lostToPrice, lostToBudget, narrowestFeature, refusedDomain, refusalReason } = serving;
  return {
    ...{ state, why: reasonOf(serving), budgetLimit, limitedBudget },
    spent: formatAmount(serving.spent),
    spentToday: formatAmount(serving.spentToday),
    spentInAll: formatAmount(serving.spentInAll),
    setAside: formatAmount(serving.setAside),
    finds: Number(serving.finds),
    ...{ keptAwayBy, keptAwayShare, lostToPrice, lostToBudget },
    typicalWinningCpm: toUsd(serving.typicalWinningCpm),
    ...{ narrowestFeature, refusedDomain, refusalReason },
  };
}

/** Why the campaign is shown less, or not at all; null: the state says all. */
function reasonOf(serving: CampaignServing): string | null {
  const { suspendedReason, refusedDomain, budgetLimit, limitedBudget } = serving;
  const { keptAwayBy, keptAwayShare, narrowestFeature, finds } = serving;
  if (suspendedReason !== null) return suspendedReason;
  if (refusedDomain !== null) return `the operator refuses ${refusedDomain}`;
  if (budgetLimit !== null) return `budget of ${limitedBudget}: ${budgetLimit}`;
  if (keptAwayBy === null) return null;
  const feature =
    keptAwayBy === 'targeting' && narrowestFeature !== null
      ? `, most often ${narrowestFeature}`
      : '';
  return keptAwayShare === null
    ? `nothing won in ${finds} finds: ${keptAwayBy}${feature}`
    : `${keptAwayBy}: ${Math.round(keptAwayShare * 100)}% of the finds that met its targeting`;
}
