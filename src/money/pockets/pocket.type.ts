import { Field, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import type { Account } from '../../identity/accounts/account';
import { AccountType } from '../../identity/accounts/account.type';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';

@ObjectType('FundsBooking', { description: 'A deposit or withdrawal that stands in the books.' })
export class FundsBookingType {
  @Field(() => AccountType, { description: 'Whose funds it changes.' })
  account!: Account;

  @Field(() => AmountScalar, { description: 'Coins.' })
  amount!: Amount;

  @Field(() => String, { description: 'What tells it from every other one.' })
  reference!: string;

  @Field(() => DateTimeScalar, { description: 'When it was booked.' })
  bookedAt!: Date;

  @Field(() => Boolean, {
    description: 'Whether it was booked before: nothing has happened now.',
  })
  isRepeated!: boolean;
}
