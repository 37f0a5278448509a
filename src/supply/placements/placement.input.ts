import { Field, InputType } from 'type-graphql';
import type { Amount } from '../../amount';
import { AmountScalar } from '../../platform/graphql/scalars';
import { defineInput } from '../../validation';
import { parseNewPlacement, parsePlacementChanges } from './placement-terms';
import type { PlacementStatus } from './placement';
import { PlacementStatusEnum } from './placement.type';

const descriptions = {
  name: '1 to 255 characters, unique among the site’s placements of its size.',
  status: 'Not `archived`, which is a step of its own.',
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

  @Field(() => PlacementStatusEnum, { defaultValue: 'active', description: descriptions.status })
  status!: PlacementStatus;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.minimumRpm })
  minimumRpm?: Amount | null;
}

@InputType({ description: 'What of a placement to change; what is absent stays as it is.' })
export class UpdatePlacementInput {
  @Field(() => String, { nullable: true, description: descriptions.name })
  name?: string | null;

  @Field(() => PlacementStatusEnum, { nullable: true, description: descriptions.status })
  status?: PlacementStatus | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: `${descriptions.minimumRpm} Null: anything.`,
  })
  minimumRpm?: Amount | null;
}

defineInput('CreatePlacementInput', parseNewPlacement);
defineInput('UpdatePlacementInput', parsePlacementChanges);
