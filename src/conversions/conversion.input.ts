import { Field, InputType } from 'type-graphql';
import type { Amount } from '../amount';
import { AmountScalar } from '../graphql/scalars';
import { defineInputCheck, isRecord } from '../validation';

const descriptions = {
  name: '1 to 255 characters.',
  limitType: '`in_budget`, or for an advanced one `out_of_budget`.',
  eventType: 'What it is of, e.g. `Purchase`; 1 to 50 characters.',
  value: 'USD for each, not negative; null only where the value can change.',
  isValueMutable: 'Whether a signed link may name another value; false for a basic one.',
  isRepeatable: 'Whether one case may have it more than once; false for a basic one.',
} as const;

@InputType({ description: 'A conversion to define.' })
export class CreateConversionInput {
  @Field(() => String, { description: descriptions.name })
  name!: string;

  @Field(() => String, { description: '`basic` or `advanced`; it cannot be changed later.' })
  type!: string;

  @Field(() => String, { defaultValue: 'in_budget', description: descriptions.limitType })
  limitType!: string;

  @Field(() => String, { description: descriptions.eventType })
  eventType!: string;

  @Field(() => AmountScalar, { nullable: true, description: descriptions.value })
  value?: Amount | null;

  @Field(() => Boolean, { defaultValue: false, description: descriptions.isValueMutable })
  isValueMutable!: boolean;

  @Field(() => Boolean, { defaultValue: false, description: descriptions.isRepeatable })
  isRepeatable!: boolean;
}

@InputType({ description: 'What of a conversion to change; what is absent stays as it is.' })
export class UpdateConversionInput {
  @Field(() => String, { nullable: true, description: descriptions.name })
  name?: string | null;

  @Field(() => String, { nullable: true, description: descriptions.limitType })
  limitType?: string | null;

  @Field(() => String, { nullable: true, description: descriptions.eventType })
  eventType?: string | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: `${descriptions.value} Null clears it.`,
  })
  value?: Amount | null;

  @Field(() => Boolean, { nullable: true, description: descriptions.isValueMutable })
  isValueMutable?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: descriptions.isRepeatable })
  isRepeatable?: boolean | null;
}

/** Null clears, and of these there is nothing to clear. */
const never = ['name', 'limitType', 'eventType', 'isValueMutable', 'isRepeatable'] as const;

defineInputCheck('UpdateConversionInput', (value) => {
  if (!isRecord(value)) return { '': ['must be an object'] };
  const cleared = never.filter((field) => value[field] === null);
  if (cleared.length === 0) return null;
  return Object.fromEntries(cleared.map((field) => [field, ['must not be null']]));
});
