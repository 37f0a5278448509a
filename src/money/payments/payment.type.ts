import { Extensions, Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import type { EarnedPart } from '../books/earned-part';
import { type Payment, type PaymentState, paymentStates } from './payment';

export const PaymentStateEnum = createEnum({
  name: 'PaymentState',
  description: 'How far a payment is.',
  values: paymentStates,
  meanings: {
    prepared: 'Signed and booked; nothing has been sent.',
    sent: 'Sent to the ledger, which has not closed a block with it.',
    confirmed: 'In a closed block of the ledger.',
    returned: 'The ledger has not taken it and never will: it is earnings again.',
  },
});

@ObjectType('EarnedPart', {
  description: 'What a site has earned by events of one clock hour (UTC).',
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

@ObjectType('Payment', { description: 'Earnings on their way to a payout address.' })
export class PaymentType implements Omit<Payment, 'accountId' | 'earnedFrom'> {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

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

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it became earnings again.' })
  returnedAt!: Date | null;

  @Extensions({ listSize: 20, readCost: 50 })
  @Field(() => [EarnedPartType], {
    description:
      'The sites and hours that it was earned with: what was booked since the payment before it, at most 1000.',
  })
  earned!: readonly EarnedPart[];
}

export const PaymentConnectionType = connectionOf('Payment', 'payments', () => PaymentType);

@ObjectType('WaitingEarnings', {
  description: 'Earnings of an account that are not on their way.',
  simpleResolvers: true,
})
export class WaitingEarningsType {
  @Field(() => ID, { description: 'Whose they are.' })
  accountId!: string;

  @Field(() => AmountScalar, { description: 'Coins.' })
  amount!: Amount;

  @Field(() => String, { nullable: true, description: 'On the ledger; null: none.' })
  address!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why they wait; null: they are paid with the next turn.',
  })
  reason!: string | null;

  @Field(() => Boolean, {
    description: 'Whether somebody has to do something, rather than only wait.',
  })
  isHeld!: boolean;
}
