import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../graphql/scalars';
import { connectionOf } from '../lists/connection.type';

@ObjectType('Creative', { description: 'What a campaign shows.' })
export class CreativeType {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => ID, { description: 'The campaign that it belongs to.' })
  campaignId!: string;

  @Field(() => String, { description: 'For the advertiser, 1 to 255 bytes.' })
  name!: string;

  @Field(() => String, {
    description: '`draft`, `inactive`, `active` or `rejected`. Only an active one is served.',
  })
  status!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Why the operator has rejected it; null in any other status.',
  })
  rejectionReason!: string | null;

  @Field(() => String, { description: '`image`, `video`, `html`, `direct` or `model`.' })
  type!: string;

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

export const CreativeConnectionType = connectionOf('Creative', 'creatives', () => CreativeType);
