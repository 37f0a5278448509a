import { Field, ID, InputType } from 'type-graphql';
import type { ErrorDetails } from '../../errors';
import { idOf, listOf } from '../../input-members';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { type Parse, parserOf } from '../../validation';
import type { CreativeDecisions } from './creative-decisions';

const creatives = listOf(idOf('an id of 32 hex digits'), { most: 100 }).default([]);

const parseDecisions: Parse<CreativeDecisions> = parserOf(
  { accept: creatives, reject: creatives, forget: creatives },
  ({ accept = [], reject = [], forget = [] }): ErrorDetails => {
    const all = [...accept, ...reject, ...forget];
    return new Set(all).size < all.length
      ? { accept: ['must not name a creative twice, nor one that is rejected or forgotten'] }
      : {};
  },
);

@ParsedBy(parseDecisions)
@InputType({
  description: 'Decisions on creatives, each of which is in one list; at most 100 in each.',
})
export class CreativeDecisionsInput {
  @Field(() => [ID], {
    defaultValue: [],
    description: 'May be shown where only accepted ones are.',
  })
  accept!: readonly string[];

  @Field(() => [ID], { defaultValue: [], description: 'Never to be shown.' })
  reject!: readonly string[];

  @Field(() => [ID], { defaultValue: [], description: 'Neither accepted nor rejected any more.' })
  forget!: readonly string[];
}
