import { Field, Float, ObjectType } from 'type-graphql';
import type { RotationFigures } from './rotation-figures';

@ObjectType('CreativeRotationFigures', {
  description:
    'How a creative stands among those of its campaign that have the same size and are for sale.',
  simpleResolvers: true,
})
export class RotationFiguresType implements RotationFigures {
  @Field(() => Float, {
    description:
      'Its part of the places that the campaign wins, 0 to 1. Where clicks or conversions decide, how likely its rate is the highest.',
  })
  share!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Clicks, or conversions, for each view so far; null: neither decides, or nobody has seen it.',
  })
  rate!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The true rate is above this with 97.5 % probability; null: no rate decides.',
  })
  leastRate!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The true rate is below this with 97.5 % probability; null: no rate decides.',
  })
  mostRate!: number | null;
}
