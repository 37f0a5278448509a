import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import { createEnum } from '../../platform/graphql/enum';
import {
  type CreativeStatus,
  creativeStatuses,
  type CreativeType,
  creativeTypes,
} from './creative';

export const CreativeTypeEnum = createEnum({
  name: 'CreativeType',
  description: 'The kind of content of a creative.',
  values: creativeTypes,
  meanings: {
    image: 'A picture.',
    video: 'A film.',
    html: 'A page that shows itself in a frame.',
    direct: 'A link that is opened, as a window or by the site.',
    model: 'A three-dimensional object.',
  },
});

export const CreativeStatusEnum = createEnum({
  name: 'CreativeStatus',
  description: 'How far a creative is.',
  values: creativeStatuses,
  meanings: {
    draft: 'Not finished: not served.',
    inactive: 'Stopped by the advertiser: not served.',
    active: 'Served with its campaign.',
    rejected: 'Refused by the operator: not served.',
  },
});

@ObjectType('Creative', {
  description: 'A picture, video, document or model that a campaign shows.',
})
export class CreativeObjectType {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => ID, { description: 'The campaign that it belongs to.' })
  campaignId!: string;

  @Field(() => String, { description: 'For the advertiser, 1 to 255 bytes.' })
  name!: string;

  @Field(() => CreativeStatusEnum, {
    description: 'Only an active one is served.',
  })
  status!: CreativeStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Why the operator has rejected it; null in any other status.',
  })
  rejectionReason!: string | null;

  @Field(() => CreativeTypeEnum, { description: 'The kind of content.' })
  type!: CreativeType;

  @Field(() => String, { description: 'MIME type, read from the content.' })
  mime!: string;

  @Field(() => String, {
    description: 'Size as `<width>x<height>`, `cube`, `pop-up` or `pop-under`.',
  })
  scope!: string;

  @Field(() => String, {
    description: 'SHA-1 of the exact bytes served, 40 lower-case hex digits. Never changes.',
  })
  hash!: string;

  @Field(() => Int, { description: 'Bytes that are served.' })
  byteLength!: number;

  @Field(() => String, { description: 'Where the content is served.' })
  url!: string;

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was changed last.' })
  updatedAt!: Date;
}

export const CreativeConnectionType = connectionOf(
  'Creative',
  'creatives',
  () => CreativeObjectType,
);
