import { Field, InputType } from 'type-graphql';
import { problemsOfBudgets } from '../../demand/campaigns/campaign-budgets';
import { campaignResource } from '../../demand/campaigns/campaign.resource';
import { problemsOfMedium } from '../../demand/campaigns/campaign-rules';
import { targetingMember } from '../../demand/campaigns/campaign.type';
import { creativeType, type CreativeType } from '../../demand/creatives/creative.resource';
import type { WithTaxonomy } from '../../demand/taxonomy/taxonomy.context';
import { emptiable, listOf, objectOf, textOfCharacters } from '../../input-members';
import { kind } from '../../platform/resources/kinds';
import { defineResource } from '../../platform/resources/resource';
import { creationInputOf } from '../../platform/resources/resource-types';

/** As many as a campaign may have. */
const mostAds = 100;
const longestSize = 20;

@InputType({ description: 'An ad that is tried: it need not be uploaded.' })
class ForecastAdInput {
  @Field(() => creativeType.type, { description: 'The kind of content.' })
  type!: CreativeType;

  @Field(() => String, {
    description: 'Size as `<width>x<height>`, `cube`, `pop-up` or `pop-under`.',
  })
  scope!: string;
}

const ad = objectOf({ type: creativeType.input, scope: textOfCharacters(longestSize) });
const ads = emptiable(listOf(ad, { most: mostAds }));

const { members } = campaignResource;

/** The terms of a campaign that its forecast depends on. */
const forecastTerms = defineResource({
  name: 'Forecast',
  says: 'The terms of a campaign that is tried.',
  members: {
    medium: members.medium,
    vendor: members.vendor,
    hourlyBudget: members.hourlyBudget,
    dailyBudget: members.dailyBudget,
    totalBudget: members.totalBudget,
    maxCpm: members.maxCpm,
    maxCpc: members.maxCpc,
    bidModifiers: members.bidModifiers,
    schedule: members.schedule,
    timeZone: members.timeZone,
    scheduleClock: members.scheduleClock,
    frequencyCaps: members.frequencyCaps,
    showsToUnknownVisitors: members.showsToUnknownVisitors,
    requiresViewability: members.requiresViewability,
    creativeRotation: members.creativeRotation,
    priority: members.priority,
    shareOfVoice: members.shareOfVoice,
    category: members.category,
    competitiveExclusion: members.competitiveExclusion,
    showsOncePerPage: members.showsOncePerPage,
    roadblock: members.roadblock,
  },
});

export const ForecastInput = creationInputOf(forecastTerms, {
  name: 'ForecastInput',
  says: 'The terms of a campaign that is tried.',
  more: {
    campaignId: {
      is: kind.orNull(kind.idOf('the id of a campaign')),
      absent: null,
      says: 'One of the viewer’s campaigns that these terms would replace; null: a new one.',
    },
    targeting: { ...targetingMember, absent: null },
    ads: {
      is: kind.inputsOf(ForecastAdInput, ads),
      absent: [],
      says: `Ads of the campaign, at most ${mostAds}. Default: those of \`campaignId\`, and where there are none one of each type and size that sites ask for.`,
    },
  },
  rules: (members, ctx: WithTaxonomy) => ({
    ...problemsOfBudgets(members),
    ...problemsOfMedium(members, ctx),
  }),
});
