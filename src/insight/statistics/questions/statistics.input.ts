import { ArgsType, Field, InputType } from 'type-graphql';
import { ParsedBy } from '../../../platform/resources/parsed-by';
import { createEnum } from '../../../platform/graphql/enum';
import { DateTimeScalar, PositiveIntScalar } from '../../../platform/graphql/scalars';
import { keysOf, recordOf } from '../../../record';
import { type Interval, intervals } from './calendar';
import { type DimensionName, dimensions, type Side, sides } from './dimensions';
import { parseStatisticsFilter, type StatisticsFilter } from './statistics-filter';

export const SideEnum = createEnum({
  name: 'StatisticsSide',
  description: 'The side that figures are for.',
  values: sides,
  meanings: {
    advertiser: 'Of the viewer’s campaigns: what they cost, not what publishers get.',
    publisher: 'Of the viewer’s sites: what they earn, not what advertisers pay.',
    operator: 'Of everybody; a session of an operator is needed.',
  },
});

const DimensionEnum = createEnum({
  name: 'StatisticsDimension',
  description: 'A dimension that figures can be given by.',
  values: keysOf<DimensionName>(dimensions),
  meanings: recordOf(keysOf<DimensionName>(dimensions), (name) => dimensions[name].description),
});

const IntervalEnum = createEnum({
  name: 'StatisticsInterval',
  description: 'Parts of a calendar that figures can be given by.',
  values: intervals,
  meanings: {
    hour: 'Clock hours.',
    day: 'Days, of 23 and 25 hours where clocks are changed.',
    week: 'Weeks from Monday.',
    month: 'Months.',
    quarter: 'Quarters from January, April, July and October.',
    year: 'Years.',
  },
});

/** Values of every dimension, by its name. */
@ParsedBy(parseStatisticsFilter)
@InputType('StatisticsFilter', {
  description:
    'Only what has one of the values, at most 1000, in every dimension that is named. Campaigns and sites of somebody else are NOT_FOUND; other ids of theirs find nothing.',
})
export class StatisticsFilterInput {}

for (const name of keysOf<DimensionName>(dimensions))
  Field(() => [String], { nullable: true, description: dimensions[name].description, name })(
    StatisticsFilterInput.prototype,
    name,
  );

@ArgsType()
export class StatisticsRangeArgs {
  @Field(() => DateTimeScalar, {
    description: 'The beginning, rounded down to a quarter of an hour.',
  })
  from!: Date;

  @Field(() => DateTimeScalar, {
    description:
      'The end, rounded up to a quarter of an hour; it is not included. At most ten years behind `from`.',
  })
  to!: Date;
}

@ArgsType()
export class StatisticsQuestionArgs extends StatisticsRangeArgs {
  @Field(() => SideEnum, { name: 'as', description: 'Side that the figures are for.' })
  as!: Side;

  @Field(() => StatisticsFilterInput, { nullable: true, description: 'Default: everything.' })
  filter?: StatisticsFilter | null;

  @Field(() => DimensionEnum, { nullable: true, description: 'Default: by time alone.' })
  by?: DimensionName | null;

  @Field(() => IntervalEnum, {
    nullable: true,
    description: 'Default: the whole time is one. At most 10,000 of them.',
  })
  interval?: Interval | null;

  @Field(() => String, {
    nullable: true,
    description: 'Time zone of the days and hours: a name of the IANA database; default UTC.',
  })
  timeZone?: string | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'With `by`: only so many, those with most views, and the others as one row.',
  })
  top?: number | null;
}

@ArgsType()
export class StatisticsArgs extends StatisticsQuestionArgs {
  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Rows of a page; default 10, at most 1000: more is cut.',
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'A cursor of the same question: the page begins behind it.',
  })
  after?: string | null;
}
