import { Field, Int, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import type { PaidDay } from './paid-day';

@ObjectType('PaidDay', {
  description: 'Payments of a day (UTC) that the ledger has confirmed.',
  simpleResolvers: true,
})
export class PaidDayType implements PaidDay {
  @Field(() => DateTimeScalar, { description: 'Its start.' })
  day!: Date;

  @Field(() => AmountScalar, { description: 'Coins that others got.' })
  amount!: Amount;

  @Field(() => AmountScalar, { description: 'Coins that the network took on top.' })
  networkFees!: Amount;

  @Field(() => Int, { description: 'Transactions of the server’s account.' })
  transactions!: number;
}
