import { Field, ID, InputType, Int } from 'type-graphql';
import { emptiable, idOf, listOf, objectOf, withoutRepeats } from '../../input-members';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { connectionOf } from '../../platform/lists/connection.type';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { kind } from '../../platform/resources/kinds';
import {
  changesInputOf,
  creationInputOf,
  objectTypeOf,
} from '../../platform/resources/resource-types';
import { creativeAlt, creativeName } from '../creatives/creative-name';
import { creativeWeight, usualWeight } from '../creatives/creative-weight';
import { impressionPixels } from '../creatives/impression-pixels';
import { parseCampaignFilter } from './campaign-filter';
import { campaignResource } from './campaign.resource';
import { frequencyCapsKind } from './frequency-caps';
import { problemOfEnd, problemsOfNewCampaign, problemsOfTimes } from './campaign-rules';

/** Creatives of a campaign. */
const mostCreatives = 100;

export const CampaignType = objectTypeOf(campaignResource);

export const CampaignConnectionType = connectionOf('Campaign', 'campaigns', () => CampaignType);

@InputType({ description: 'A creative to make of an upload.' })
class CampaignCreativeInput {
  @Field(() => ID, { description: 'Of one of the viewer’s uploads, which is used up by it.' })
  fileId!: string;

  @Field(() => String, { description: 'For the advertiser, 1 to 255 bytes.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The text for visitors who do not see the ad, 1 to 255 bytes.',
  })
  alt?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: `URLs of third parties that the tag calls once a view is stored: ${impressionPixels.range}.`,
  })
  impressionPixels?: readonly string[] | null;

  @Field(() => Int, {
    nullable: true,
    description: `Its share beside the campaign’s other creatives, ${creativeWeight.range}. Default: ${usualWeight}.`,
  })
  weight?: number | null;

  @Field(() => [String], {
    nullable: true,
    description: `How often one visitor sees it at most, such as \`1/day\`: ${frequencyCapsKind.range}; null: no bound of its own.`,
  })
  frequencyCaps?: readonly string[] | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is shown first; null: with its campaign, before which it is never shown.',
  })
  startsAt?: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is shown last, not before it begins; null: with its campaign.',
  })
  endsAt?: Date | null;
}

const timeOrNull = kind.orNull(kind.time).input;

const creative = objectOf({
  fileId: idOf('the id of an upload'),
  name: creativeName.input,
  alt: creativeAlt.input.default(null),
  impressionPixels: impressionPixels.input
    .nullable()
    .default(null)
    .transform((urls) => urls ?? []),
  weight: creativeWeight.input
    .nullable()
    .default(null)
    .transform((weight) => weight ?? usualWeight),
  frequencyCaps: frequencyCapsKind.input.default(null),
  // Absent ones stay so: a creation that is asked for again is known by its input.
  startsAt: timeOrNull.exactOptional(),
  endsAt: timeOrNull.exactOptional(),
}).superRefine(({ startsAt = null, endsAt = null }, check) => {
  const problem = problemOfEnd(startsAt, endsAt);
  if (problem !== null) check.addIssue({ code: 'custom', path: ['endsAt'], message: problem });
});
const creatives = emptiable(
  withoutRepeats(listOf(creative, { most: mostCreatives }), 'fileId', 'is named twice'),
);

/** In either notation: the campaign's medium decides which options there are. */
export const targetingMember = {
  is: kind.json<unknown>(null),
  says: 'Features that a request must have and must not have: `{ requires: { user, site, device }, excludes: { user, site, device } }`, each a map of option to selected values of the taxonomy; without the upper level `requires` is meant.',
};

export const CreateCampaignInput = creationInputOf(campaignResource, {
  says: 'A new campaign.',
  more: {
    targeting: { ...targetingMember, absent: null },
    creatives: {
      is: kind.inputsOf(CampaignCreativeInput, creatives),
      absent: [],
      says: `Creatives to make with it, at most ${mostCreatives}.`,
    },
  },
  rules: problemsOfNewCampaign,
});

export const UpdateCampaignInput = changesInputOf(campaignResource, {
  says: 'Changes of a campaign. An absent member stays as it is.',
  more: {
    targeting: {
      ...targetingMember,
      says: `${targetingMember.says} Replaces all of it; null clears it.`,
    },
  },
  rules: problemsOfTimes,
});

@ParsedBy(parseCampaignFilter)
@InputType({
  description: 'Which campaigns to list: those that match every member by one of its values.',
})
export class CampaignFilterInput {
  @Field(() => [String], { nullable: true, description: 'Media; at most 100.' })
  media?: readonly string[];

  @Field(() => [String], { nullable: true, description: 'Vendors; at most 100.' })
  vendors?: readonly string[];

  @Field(() => [String], { nullable: true, description: 'Statuses; at most 100.' })
  statuses?: readonly string[];
}
