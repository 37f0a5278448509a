import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Amount } from '../amount';
import { AmountScalar, DateTimeScalar } from '../graphql/scalars';
import { connectionOf } from '../lists/connection.type';

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

  @Field(() => String, {
    description: '`draft`, `active`, or `archived` at the end. Only active ones show ads.',
  })
  status!: string;

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
