import { Extensions, Field, InputType, ObjectType } from 'type-graphql';
import { listOf, objectOf, text, withoutRepeats } from '../../input-members';
import { kind } from '../../platform/resources/kinds';
import { type CreativeFilter, noFilter } from './creative-filter';

const keys =
  '`type`, `mime` or `<classifier>:<keyword>`; of `excludes` also `peer`, whose values are accounts of other servers on the ledger, or `*` for all of these.';

@ObjectType('CreativeFilterClause', {
  description: 'One condition on creatives.',
  simpleResolvers: true,
})
export class CreativeFilterClauseType {
  @Field(() => String, { description: keys })
  key!: string;

  @Field(() => [String], { description: 'Any one of them is enough.' })
  values!: readonly string[];
}

@ObjectType('CreativeFilter', {
  description: 'Which creatives a publisher takes.',
  simpleResolvers: true,
})
export class CreativeFilterType {
  @Extensions({ listSize: 20 })
  @Field(() => [CreativeFilterClauseType], {
    description: 'Clauses that a creative must meet, all of them.',
  })
  requires!: readonly CreativeFilterClauseType[];

  @Extensions({ listSize: 20 })
  @Field(() => [CreativeFilterClauseType], {
    description: 'Clauses that a creative must not meet.',
  })
  excludes!: readonly CreativeFilterClauseType[];
}

@InputType({ description: 'One condition on creatives.' })
class CreativeFilterClauseInput {
  @Field(() => String, {
    description: `${keys} Each key once.`,
  })
  key!: string;

  @Field(() => [String], { description: '1 to 100 values, any one of which is enough.' })
  values!: readonly string[];
}

@InputType({ description: 'Which creatives a publisher takes.' })
class CreativeFilterInput {
  @Field(() => [CreativeFilterClauseInput], {
    defaultValue: [],
    description: 'Clauses that a creative must meet, all of them; at most 50.',
  })
  requires!: readonly CreativeFilterClauseInput[];

  @Field(() => [CreativeFilterClauseInput], {
    defaultValue: [],
    description: 'Clauses that a creative must not meet; at most 50.',
  })
  excludes!: readonly CreativeFilterClauseInput[];
}

const clause = objectOf({ key: text, values: listOf(text) });

/** Servers are known by their accounts in capitals. */
const asKnown = (key: string, values: readonly string[]): readonly string[] =>
  key === 'peer' ? values.map((value) => value.toUpperCase()) : values;

/** A key that is there twice would hide the other. */
const half = withoutRepeats(
  listOf(clause, { most: 50, tooLong: 'must have at most 50 keys' }),
  'key',
  'is there twice',
)
  .transform((clauses) =>
    Object.fromEntries(clauses.map(({ key, values }) => [key, [...new Set(asKnown(key, values))]])),
  )
  .default({});

/** A filter as requests have it: lists of clauses. */
export const creativeFilter = kind.inputOf<CreativeFilter>(
  CreativeFilterInput,
  objectOf({ requires: half, excludes: half })
    .nullable()
    .transform((filter) => filter ?? noFilter),
  noFilter,
);

/** A filter as answers have it. */
export function toFilterType({ requires, excludes }: CreativeFilter): CreativeFilterType {
  return { requires: toClauses(requires), excludes: toClauses(excludes) };
}

/** A list whose last entry was allowed again is empty, and asks nothing. */
function toClauses(all: CreativeFilter['requires']): readonly CreativeFilterClauseType[] {
  return Object.entries(all)
    .map(([key, values]) => ({ key, values }))
    .filter(({ values }) => values.length > 0);
}
