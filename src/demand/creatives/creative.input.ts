import { Field, ID, InputType } from 'type-graphql';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { idOf, oneOf, text } from '../../input-members';
import { type Parse, parserOf } from '../../validation';
import { creativeName } from './creative-name';
import { type AllCreativesFilter, type CreativeStatus, creativeStatuses } from './creative';
import { CreativeStatusEnum } from './creative.type';

export const parseNewCreative = parserOf({
  fileId: idOf('the id of an upload'),
  name: creativeName,
});
export const parseCreativeChanges = parserOf({
  name: creativeName.exactOptional(),
  status: oneOf(creativeStatuses).exactOptional(),
});

const parseAll = parserOf({
  advertiserId: text.nullable().exactOptional(),
  campaignId: text.nullable().exactOptional(),
  status: oneOf(creativeStatuses).nullable().exactOptional(),
});
/** Null: of everybody, all. */
const parseAllCreativesFilter: Parse<AllCreativesFilter> = (raw) => parseAll(raw ?? {});

@ParsedBy(parseNewCreative)
@InputType({ description: 'A creative to make of an upload.' })
export class CreateCreativeInput {
  @Field(() => ID, { description: 'Of one of the viewer’s uploads, which is used up by it.' })
  fileId!: string;

  @Field(() => String, { description: 'For the advertiser, 1 to 255 bytes.' })
  name!: string;
}

@ParsedBy(parseAllCreativesFilter)
@InputType({ description: 'Which creatives of everybody to list; an absent member asks nothing.' })
export class AllCreativesFilterInput {
  @Field(() => ID, { nullable: true, description: 'Only those of this account.' })
  advertiserId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only those of this campaign.' })
  campaignId?: string | null;

  @Field(() => CreativeStatusEnum, { nullable: true, description: 'Only those in it.' })
  status?: CreativeStatus | null;
}

@ParsedBy(parseCreativeChanges)
@InputType({ description: 'Members of a creative to change; an absent member stays as it is.' })
export class UpdateCreativeInput {
  @Field(() => String, { nullable: true, description: 'For the advertiser, 1 to 255 bytes.' })
  name?: string;

  @Field(() => CreativeStatusEnum, {
    nullable: true,
    description: '`rejected` only where it is that already.',
  })
  status?: CreativeStatus;
}
