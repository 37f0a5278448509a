import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import type { Unpaid } from '../payments/due/payout-rules';
import { UnpaidType } from '../payments/payment.type';
import {
  type Withdrawal,
  type WithdrawalQuote,
  type WithdrawalStep,
  withdrawalSteps,
} from './withdrawal';

export const WithdrawalStepEnum = createEnum({
  name: 'WithdrawalStep',
  description: 'How far a withdrawal is.',
  values: withdrawalSteps,
  meanings: {
    unconfirmed: 'Waits for its owner to follow the link of a mail, for 24 hours.',
    unapproved: 'Waits for the operator, as the server sends no mail.',
    approved: 'Is paid with one of the next turns, unless something holds it.',
    prepared: 'There is a payment, which says how far it is.',
    cancelled: 'Its owner has taken it back: it is funds again.',
    rejected: 'The operator has rejected it: it is funds again.',
    expired: 'Nobody has confirmed it in time: it is funds again.',
  },
});

@ObjectType('Withdrawal', {
  description: 'Funds that are to leave an account for its payout address.',
})
export class WithdrawalType implements Omit<Withdrawal, 'tokenHash'> {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => ID, { description: 'The account whose funds they are.' })
  accountId!: string;

  @Field(() => String, { description: 'The owner’s own name for the withdrawal.' })
  reference!: string;

  @Field(() => AmountScalar, {
    description:
      'Coins that the address gets. They are funds no more, unless they become so again.',
  })
  amount!: Amount;

  @Field(() => String, {
    description: '`ads:0001-00000001-8B4E`: the payout address when it was asked for.',
  })
  address!: string;

  @Field(() => WithdrawalStepEnum, { description: 'How far it is.' })
  step!: WithdrawalStep;

  @Field(() => DateTimeScalar, { description: 'When it was asked for.' })
  requestedAt!: Date;

  @Field(() => DateTimeScalar, {
    description: 'When it becomes funds again, if it is unconfirmed still.',
  })
  expiresAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was confirmed, or approved by the operator.',
  })
  approvedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it became funds again before there was a payment.',
  })
  endedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the operator has rejected it.' })
  reason!: string | null;
}

export const WithdrawalConnectionType = connectionOf(
  'Withdrawal',
  'withdrawals',
  () => WithdrawalType,
);

@ObjectType('WithdrawalQuote', {
  description: 'A withdrawal as it would be now. Nothing is taken off its amount.',
  simpleResolvers: true,
})
export class WithdrawalQuoteType implements WithdrawalQuote {
  @Field(() => AmountScalar, {
    description:
      'Coins that may be withdrawn: the funds, less what finds have set aside, what open verdicts may cost, and what was moved from earnings that are not paid yet, are under review, or were taken back since.',
  })
  free!: Amount;

  @Field(() => AmountScalar, { description: 'Coins: less is not paid out.' })
  least!: Amount;

  @Field(() => AmountScalar, {
    description: 'Coins that the network takes for a transfer. The operator pays them.',
  })
  networkFee!: Amount;

  @Field(() => String, {
    nullable: true,
    description: 'Where it would go: the payout address. Null: there is none.',
  })
  address!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it would not be paid at once; null: it would.',
  })
  heldReason!: string | null;

  @Field(() => UnpaidType, {
    nullable: true,
    description: 'The same with what it names; null: it would be paid at once.',
  })
  unpaid!: Unpaid | null;
}
