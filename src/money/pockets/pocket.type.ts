import { Field, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import type { Account } from '../../identity/accounts/account';
import { AccountType } from '../../identity/accounts/account.type';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';

@ObjectType('FundsBooking', { description: 'A deposit or withdrawal that stands in the books.' })
export class FundsBookingType {
  @Field(() => AccountType, { description: 'Account whose funds the booking changes.' })
  account!: Account;

  @Field(() => AmountScalar, { description: 'Coins.' })
  amount!: Amount;

  @Field(() => String, { description: 'Name of the booking, unique among all bookings.' })
  reference!: string;

  @Field(() => DateTimeScalar, { description: 'When it was booked.' })
  bookedAt!: Date;

  @Field(() => Boolean, {
    description: 'True where the booking stood in the books before: nothing has happened now.',
  })
  isRepeated!: boolean;
}
