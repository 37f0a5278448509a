import { Field, InputType } from 'type-graphql';
import type { Amount } from '../amount';
import { AmountScalar } from '../graphql/scalars';
import { defineInputCheck, isRecord } from '../validation';

const descriptions = {
  name: '1 to 255 characters, unique among the site’s placements of its size.',
  status: '`draft` or `active`.',
  minimumRpm: 'USD per thousand impressions that a creative must bring, not negative.',
} as const;

@InputType({ description: 'A placement to create.' })
export class CreatePlacementInput {
  @Field(() => String, { description: descriptions.name })
  name!: string;

  @Field(() => String, {
    description:
      'One of the scopes that the taxonomy has for the site’s medium and vendor, e.g. `300x250`; it cannot be changed later.',
  })
  size!: string;

  @Field(() => String, { defaultValue: 'active', description: descriptions.status })
  status!: string;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.minimumRpm })
  minimumRpm?: Amount | null;
}

@InputType({ description: 'What of a placement to change; what is absent stays as it is.' })
export class UpdatePlacementInput {
  @Field(() => String, { nullable: true, description: descriptions.name })
  name?: string | null;

  @Field(() => String, { nullable: true, description: descriptions.status })
  status?: string | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: `${descriptions.minimumRpm} Null: anything.`,
  })
  minimumRpm?: Amount | null;
}

defineInputCheck('UpdatePlacementInput', (value) => {
  if (!isRecord(value)) return { '': ['must be an object'] };
  const cleared = ['name', 'status'].filter((field) => value[field] === null);
  if (cleared.length === 0) return null;
  return Object.fromEntries(cleared.map((field) => [field, ['must not be null']]));
});
