import { Extensions, Field, Float, Int, ObjectType } from 'type-graphql';
import type { SettlementProblem } from '../../money/payments/settlement-problems';
import { SettlementProblemType } from '../../money/payments/settlement.type';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import {
  gatewayStatuses,
  type GatewayStatus,
  type HealthProblem,
  healthProblems,
  type JobHealth,
} from './gateway-health';

export const HealthProblemEnum = createEnum({
  name: 'HealthProblem',
  description: 'A problem that keeps a gateway from part of its work, or soon will.',
  values: healthProblems,
  meanings: {
    not_ready: 'It starts, or is about to stop.',
    database_away: 'The database does not answer. Events wait on the disk.',
    clock_differs: 'Its clock and the database’s differ by more than 2 seconds.',
    disk_full: 'The disk has refused a write within 10 seconds.',
    disk_nearly_full: 'The free room on the disk is kept for events: uploads are refused.',
    disk_silent: 'The disk does not answer.',
    journal_grows: 'Half of the journal is used. When it is full, views and clicks are refused.',
    changes_late: 'It has not heard of changes for 30 seconds: it serves what was for sale before.',
    rate_missing: 'No exchange rate holds: nothing is sold, events wait.',
    rate_ends: 'The exchange rate holds for less than an hour.',
    ledger_away: 'The wallet does not answer: nothing is paid out.',
    ledger_empty: 'The account on the ledger is empty: nobody can be paid.',
    settlement_failing: 'The last turn of settlement has failed: nobody is paid.',
    payments_undecided: 'Nothing on the ledger decides on payments that were sent.',
    broadcast_late:
      'No block of the last 24 hours has a broadcast of this server: others take it for silent.',
    verdicts_late: 'Events have been due to a verdict for 15 minutes. Payments wait for them.',
    jobs_failing: 'The last run of a job has failed, or one under way does not end.',
  },
});

export const GatewayStatusEnum = createEnum({
  name: 'GatewayStatus',
  description: 'The step of a gateway’s life.',
  values: gatewayStatuses,
  meanings: {
    starting: 'It does not take requests yet.',
    ready: 'It takes requests.',
    draining: 'It stops within seconds.',
  },
});

@ObjectType('JobHealth', { description: 'How a job fares.', simpleResolvers: true })
export class JobHealthType implements JobHealth {
  @Field(() => String, { description: 'Of the job.' })
  name!: string;

  @Field(() => Int, {
    description: 'Its pieces whose last run failed, or whose run under way lasts too long.',
  })
  failing!: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Null before the first run ended.' })
  lastEndedAt!: Date | null;
}

@ObjectType('GatewayHealth', {
  description: 'How the gateway that answers is. Null is what has not answered in a second.',
  simpleResolvers: true,
})
export class GatewayHealthType {
  @Field(() => [HealthProblemEnum], { description: 'Empty: all is well.' })
  problems!: readonly HealthProblem[];

  @Field(() => GatewayStatusEnum, { description: 'The step of the gateway’s life.' })
  status!: GatewayStatus;

  @Field(() => DateTimeScalar, { description: 'Its clock.' })
  at!: Date;

  @Field(() => Int, { description: 'Since its process was started.' })
  uptimeSeconds!: number;

  @Field(() => Float, { description: 'That its process has in memory.' })
  memoryBytes!: number;

  @Field(() => Boolean, { description: 'False within 10 seconds of a request that missed it.' })
  isDatabaseUp!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'Milliseconds by which its clock is ahead of the database’s; negative: behind.',
  })
  clockSkewMs!: number | null;

  @Field(() => Boolean, { description: 'True within 10 seconds of a write that was refused.' })
  isDiskFull!: boolean;

  @Field(() => Float, { nullable: true, description: 'On the disk of the data folder.' })
  freeBytes!: number | null;

  @Field(() => Int, { description: 'Views and clicks that are not durable yet.' })
  pendingEvents!: number;

  @Field(() => Float, { description: 'Of events on the disk that wait for the database.' })
  journalBytes!: number;

  @Field(() => Int, { description: 'Creatives for sale.' })
  creatives!: number;

  @Field(() => DateTimeScalar, {
    description: 'Changes that other gateways made before this time are in force here.',
  })
  changesKnownUntil!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Until when the exchange rate holds; null: there is none.',
  })
  rateFreshUntil!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the block began that has this server’s last broadcast; null: no closed block has any, or no more are to be sent.',
  })
  broadcastAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Since when the event is due to a verdict that is due longest; null: none is.',
  })
  verdictsDueSince!: Date | null;

  @Field(() => Boolean, { description: 'True where the gateway has a wallet, and pays.' })
  settles!: boolean;

  @Field(() => String, { nullable: true, description: 'Account of its wallet.' })
  ledgerAddress!: string | null;

  @Field(() => AmountScalar, { nullable: true, description: 'Coins of that account.' })
  ledgerBalance!: bigint | null;

  @Extensions({ listSize: 3 })
  @Field(() => [SettlementProblemType], {
    nullable: true,
    description: 'Problems that keep payments from being made, whichever gateway makes them.',
  })
  settlementProblems!: readonly SettlementProblem[] | null;

  @Extensions({ listSize: 20 })
  @Field(() => [JobHealthType], { nullable: true, description: 'All jobs.' })
  jobs!: readonly JobHealthType[] | null;
}
