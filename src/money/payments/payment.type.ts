import { Extensions, Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import type { EarnedPart } from '../books/earned-part';
import type { HeldEarnings } from '../books/held-earnings';
import {
  type Payment,
  type PaymentKind,
  paymentKinds,
  type PaymentState,
  paymentStates,
} from './payment';
import { type Unpaid, type UnpaidReason, unpaidReasons } from './due/payout-rules';

export const PaymentStateEnum = createEnum({
  name: 'PaymentState',
  description: 'How far a payment is.',
  values: paymentStates,
  meanings: {
    prepared: 'Signed and booked; nothing has been sent.',
    sent: 'Sent to the ledger, which has not closed a block with it.',
    confirmed: 'In a closed block of the ledger.',
    returned: 'The ledger has not taken it and never will: it is earnings, or funds, again.',
  },
});

export const PaymentKindEnum = createEnum({
  name: 'PaymentKind',
  description: 'The kind of money that is paid.',
  values: paymentKinds,
  meanings: {
    earnings: 'Coins that sites have earned.',
    withdrawal: 'Funds that their owner withdraws.',
  },
});

export const UnpaidReasonEnum = createEnum({
  name: 'UnpaidReason',
  description: 'Why something is not paid.',
  values: unpaidReasons,
  meanings: {
    below_minimum:
      'It is too little, by the server’s minimum or the network’s fee; after 30 days the minimum is no matter.',
    no_address: 'There is no payout address.',
    foreign_network: 'The payout address is of another network.',
    own_address: 'The payout address is the server’s own.',
    address_changed:
      'The payout address was changed less than 24 hours ago, or after the withdrawal was asked for.',
    deposit_replaced:
      'The ledger has replaced the block of a deposit of the account: a withdrawal waits till the deposit is there again, or, where it cannot come again, till the funds are not below 0.',
    earnings_owed:
      'The funds of the account are less than what was moved to them from earnings that are not paid yet, are under review, or were taken back: a withdrawal waits till they are not.',
    claim_replaced:
      'The ledger has replaced the block that showed whose address one of the account is: payments wait till a block has the transfer again, or the operator vouches for it.',
    email_changed: 'The account’s email was changed less than 24 hours ago.',
    second_factor_reset: 'The account’s second factor was reset less than 24 hours ago.',
    details_not_written: 'Another server’s: the details of what it is for are not written yet.',
    under_review: 'The operator reviews hours of a site: `underReview` says which, and until when.',
    hour_not_final:
      'It is of hours that are not final, or ended less than ADGATE_EARNINGS_DELAY hours ago. An hour is final 10 minutes after its last offer has run out, once its events have a verdict.',
    address_refused: 'The ledger does not pay to the payout address.',
    account_suspended: 'The account is suspended.',
    held_by_operator: 'The operator holds it.',
    settlement_paused: 'The operator has paused all payments.',
    daily_limit: 'The server has paid as much as it may pay in a day.',
    no_server_funds: 'The account that the server pays from has too little.',
  },
});

@ObjectType('Unpaid', {
  description: 'Why something is not paid, for clients that say it in words of their own.',
  simpleResolvers: true,
})
export class UnpaidType implements Unpaid {
  @Field(() => UnpaidReasonEnum, { description: 'The reason in one word.' })
  code!: UnpaidReason;

  @Field(() => String, { description: 'The reason for people, in English.' })
  message!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'The end of the wait, where it is known.',
  })
  until?: Date;

  @Field(() => AmountScalar, {
    nullable: true,
    description: 'Coins: the limit that counts, or the part that waits, where there is such.',
  })
  amount?: Amount;

  @Field(() => String, {
    nullable: true,
    description: 'Words of the operator, or of the ledger, where there are any.',
  })
  words?: string;
}

@ObjectType('EarnedPart', {
  description: 'A site’s earnings by events of one clock hour (UTC).',
  simpleResolvers: true,
})
export class EarnedPartType implements EarnedPart {
  @Field(() => ID, { description: 'The site.' })
  siteId!: string;

  @Field(() => DateTimeScalar, { description: 'Start of the hour.' })
  hour!: Date;

  @Field(() => AmountScalar, { description: 'Coins.' })
  amount!: Amount;
}

@ObjectType('Payment', {
  description: 'Earnings, or funds that are withdrawn, on their way to a payout address.',
})
export class PaymentType
  implements Omit<Payment, 'earnedFrom' | 'dueSince' | 'earnedUntil' | 'heldHours'>
{
  @Field(() => ID, { description: '32 lower-case hex digits; of a withdrawal: its id.' })
  id!: string;

  @Field(() => ID, { description: 'The account that it is paid to.' })
  accountId!: string;

  @Field(() => PaymentKindEnum, { description: 'The kind of money that is paid.' })
  kind!: PaymentKind;

  @Field(() => AmountScalar, { description: 'Coins that the address gets.' })
  amount!: Amount;

  @Field(() => String, { description: 'On the ledger.' })
  address!: string;

  @Field(() => PaymentStateEnum, { description: 'How far it is.' })
  state!: PaymentState;

  @Field(() => String, {
    nullable: true,
    description: 'As the ledger finds it; null before it is confirmed.',
  })
  transactionId!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it waits or was returned.' })
  reason!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was signed and booked.' })
  preparedAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was first sent.' })
  sentAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was seen in a closed block.',
  })
  confirmedAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it became earnings, or funds, again.',
  })
  returnedAt!: Date | null;

  // Each payment's are found and summed up by commands of their own.
  @Extensions({ listSize: 20, isStored: true, readCost: 20 })
  @Field(() => [EarnedPartType], {
    description:
      'The sites and hours that it was earned with: what was booked since the payment before it, or was of hours that were not final then, at most 1000. None of a withdrawal.',
  })
  earned!: readonly EarnedPart[];
}

export const PaymentConnectionType = connectionOf('Payment', 'payments', () => PaymentType);

@ObjectType('EarningsUnderReview', {
  description: 'A site’s earnings by a clock hour, which the operator reviews.',
  simpleResolvers: true,
})
export class EarningsUnderReviewType implements HeldEarnings {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  siteId!: string;

  @Field(() => DateTimeScalar, { description: 'Start of the clock hour that pays for the events.' })
  hour!: Date;

  @Field(() => AmountScalar, { description: 'Coins.' })
  amount!: Amount;

  @Field(() => DateTimeScalar, { description: 'When the review began.' })
  heldAt!: Date;

  @Field(() => DateTimeScalar, {
    description: 'When the coins may be paid at the latest, whatever the review says.',
  })
  until!: Date;

  @Field(() => String, { description: 'Why, in the words of the operator.' })
  reason!: string;
}

@ObjectType('WaitingEarnings', {
  description: 'Earnings of an account that are not on their way.',
  simpleResolvers: true,
})
export class WaitingEarningsType {
  @Field(() => ID, { description: 'Account that has earned the coins.' })
  accountId!: string;

  @Field(() => AmountScalar, { description: 'Coins.' })
  amount!: Amount;

  @Field(() => AmountScalar, {
    description:
      'The part of them whose hours are final, in coins: what a payment takes; below 0 where more was moved to the funds.',
  })
  payable!: Amount;

  @Extensions({ listSize: 10 })
  @Field(() => [EarningsUnderReviewType], {
    description: 'The parts of them that the operator reviews, by hour: no payment takes these.',
  })
  underReview!: readonly HeldEarnings[];

  @Field(() => String, { nullable: true, description: 'On the ledger; null: none.' })
  address!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why they wait; null: they are paid with the next turn.',
  })
  reason!: string | null;

  @Field(() => UnpaidReasonEnum, {
    nullable: true,
    description: 'The same in one word; null: they are paid with the next turn.',
  })
  unpaidReason!: UnpaidReason | null;

  @Field(() => UnpaidType, {
    nullable: true,
    description: 'The same with what it names; null: they are paid with the next turn.',
  })
  unpaid!: Unpaid | null;

  @Field(() => Boolean, {
    description: 'True where somebody has to do something; false where waiting is enough.',
  })
  isHeld!: boolean;
}
