import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../graphql/enum';
import { DateTimeScalar } from '../graphql/scalars';
import { type JobNeed, jobNeeds } from './job';
import { type JobPiece, type JobResult, jobResults } from './job-state';

export const JobResultEnum = createEnum({
  name: 'JobResult',
  description: 'How a run of a job ended.',
  values: jobResults,
  meanings: {
    ok: 'All was done.',
    failed: 'It will be tried again at its time.',
    stopped: 'Its gateway stopped; another one goes on.',
    lost: 'Its gateway died, or was halted for 20 seconds; another one takes over.',
  },
});

const JobNeedEnum = createEnum({
  name: 'JobNeed',
  description: 'A need of a job that only some gateways meet.',
  values: jobNeeds,
  meanings: { wallet: 'The setting `ADGATE_WALLET_URL`.' },
});

@ObjectType('JobPiece', { description: 'A part of a job that one gateway at a time runs.' })
export class JobPieceType implements JobPiece {
  @Field(() => String, { nullable: true, description: 'Null for a job that is not divided.' })
  piece!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is due; null while it runs.',
  })
  nextRunAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: '`<host>:<process>` that runs it; null while nobody does.',
  })
  holder!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Null before the first run.' })
  lastStartedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Null before the first run has ended.',
  })
  lastEndedAt!: Date | null;

  @Field(() => JobResultEnum, {
    nullable: true,
    description: 'Null before the first run has ended.',
  })
  lastResult!: JobResult | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it failed, who lost it, or how far it came; null: nothing to say.',
  })
  lastMessage!: string | null;

  @Field(() => Int, { description: 'Runs that began.' })
  runs!: number;

  @Field(() => Int, { description: 'How many of them were lost.' })
  lostRuns!: number;
}

@ObjectType('Job', { description: 'Work that comes round by itself.' })
export class JobType {
  @Field(() => ID, { description: 'As `adgate job run` takes it.' })
  name!: string;

  @Field(() => Int, { description: 'Seconds from the end of a run to the start of the next.' })
  everySeconds!: number;

  @Field(() => Boolean, {
    description:
      'True where every gateway runs the job for itself; nothing is stored of such a job.',
  })
  isPerProcess!: boolean;

  @Field(() => JobNeedEnum, {
    nullable: true,
    description: 'Only gateways that meet this need run the job. Null: all gateways do.',
  })
  needs!: JobNeed | null;

  @Extensions({ listSize: 16 })
  @Field(() => [JobPieceType], { description: 'Its parts; one when it is not divided.' })
  pieces!: readonly JobPieceType[];
}
