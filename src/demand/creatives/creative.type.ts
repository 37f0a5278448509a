import { Field, ID, InputType } from 'type-graphql';
import { idOf, listOf } from '../../input-members';
import { parserOf } from '../../validation';
import { connectionOf } from '../../platform/lists/connection.type';
import { problemsOfTimes } from '../campaigns/campaign-rules';
import { kind } from '../../platform/resources/kinds';
import { ParsedBy } from '../../platform/resources/parsed-by';
import {
  changesInputOf,
  creationInputOf,
  objectTypeOf,
} from '../../platform/resources/resource-types';
import { parseAllCreativesFilter } from './creative-filter';
import {
  creativeResource,
  type CreativeReview,
  creativeReview,
  type CreativeStatus,
  creativeStatus,
} from './creative.resource';

export const CreativeObjectType = objectTypeOf(creativeResource);

export const CreativeConnectionType = connectionOf(
  'Creative',
  'creatives',
  () => CreativeObjectType,
);

export const CreateCreativeInput = creationInputOf(creativeResource, {
  says: 'A creative to make of an upload.',
  more: {
    fileId: {
      is: kind.idOf('the id of an upload'),
      says: 'Of one of the viewer’s uploads, which is used up by it.',
      isFirst: true,
    },
  },
  rules: problemsOfTimes,
});

export const UpdateCreativeInput = changesInputOf(creativeResource, {
  says: 'Members of a creative to change; an absent member stays as it is.',
});

export const parseCreativesToApprove = parserOf({
  ids: listOf(idOf('an id of 32 hex digits'), { most: 100 }),
});

@ParsedBy(parseCreativesToApprove)
@InputType({ description: 'Creatives that an operator has looked at.' })
export class ApproveCreativesInput {
  @Field(() => [ID], { description: 'Ids, dashed or not; at most 100.' })
  ids!: readonly string[];
}

@ParsedBy(parseAllCreativesFilter)
@InputType({ description: 'Which creatives of everybody to list; an absent member asks nothing.' })
export class AllCreativesFilterInput {
  @Field(() => ID, { nullable: true, description: 'Only those of this account.' })
  advertiserId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only those of this campaign.' })
  campaignId?: string | null;

  @Field(() => creativeStatus.type, { nullable: true, description: 'Only those in it.' })
  status?: CreativeStatus | null;

  @Field(() => creativeReview.type, { nullable: true, description: 'Only those that are so far.' })
  review?: CreativeReview | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: only those on sale whose bytes no operator has looked at; false: only the others.',
  })
  isUnreviewed?: boolean | null;
}
