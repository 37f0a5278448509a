import { Field, ID, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { type StatisticsReportState, statisticsReportStates } from './statistics-report';

const StatisticsReportStateEnum = createEnum({
  name: 'StatisticsReportState',
  description: 'How far a report is.',
  values: statisticsReportStates,
  meanings: {
    preparing: 'Its figures are read soon, or just now.',
    ready: 'It can be fetched.',
    failed: 'There is none: `failure` says why.',
  },
});

@ObjectType('StatisticsReport', {
  description:
    'Figures that are prepared, and kept for 7 days. They are read in parts: a row is of the moment at which its part was read.',
})
export class StatisticsReportType {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => String, { description: 'The days and the subject of the report.' })
  name!: string;

  @Field(() => StatisticsReportStateEnum, { description: 'How far it is.' })
  state!: StatisticsReportState;

  @Field(() => String, { nullable: true, description: 'Why it has failed; null: it has not.' })
  failure!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was asked for.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it goes.' })
  expiresAt!: Date;
}
