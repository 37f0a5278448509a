import { Field, ID, InputType } from 'type-graphql';
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
}
