import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import { createEnum } from '../../platform/graphql/enum';
import { type PlacementStatus, placementStatuses } from './placement';

export const PlacementStatusEnum = createEnum({
  name: 'PlacementStatus',
  description: 'How far a placement is.',
  values: placementStatuses,
  meanings: {
    draft: 'Not finished: shows no ads.',
    active: 'Shows ads.',
    archived: 'Ended: shows no ads any more.',
  },
});

@ObjectType('Placement', { description: 'A box, or a window, of a site that shows one creative.' })
export class PlacementType {
  @Field(() => ID, { description: '32 lower-case hex digits: `placementId` of a find.' })
  id!: string;

  @Field(() => ID, { description: 'The site that it is on.' })
  siteId!: string;

  @Field(() => String, {
    description: 'For the publisher, 1 to 255 characters; unique among those of its size.',
  })
  name!: string;

  @Field(() => PlacementStatusEnum, {
    description: 'Only active ones show ads.',
  })
  status!: PlacementStatus;

  @Field(() => Int, { description: 'Pixels; 0 for a window.' })
  width!: number;

  @Field(() => Int, { description: 'Pixels; 0 for a window.' })
  height!: number;

  @Field(() => Int, { description: '0; above it the placement takes three-dimensional models.' })
  depth!: number;

  @Field(() => String, {
    nullable: true,
    description: '`pop-up` or `pop-under` for a window; null for a box.',
  })
  popScope!: string | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: 'USD per thousand impressions that a creative must bring; null: anything.',
  })
  minimumRpm!: Amount | null;

  @Field(() => DateTimeScalar, { description: 'When it was made, by hand or by a find.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was changed last.' })
  updatedAt!: Date;
}

export const PlacementConnectionType = connectionOf('Placement', 'placements', () => PlacementType);
