import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { type TransferOrderState, transferOrderStates } from '../payments/orders/transfer-order';

export const TransferOrderStateEnum = createEnum({
  name: 'TransferOrderState',
  description: 'How far a transfer is that an operator has ordered.',
  values: transferOrderStates,
  meanings: {
    waiting: 'It waits for its turn.',
    prepared: 'Its bytes are signed, and may have been sent.',
    confirmed: 'A closed block of the ledger has it.',
    returned: 'It was not made, and is not made any more by itself.',
  },
});

@ObjectType('JoiningFee', {
  description: 'A transfer that another server has asked of newcomers.',
  simpleResolvers: true,
})
export class JoiningFeeType {
  @Field(() => ID, { description: 'Of the order, 32 hex digits.' })
  id!: string;

  @Field(() => String, { description: 'The other server’s account on the ledger.' })
  recipient!: string;

  @Field(() => AmountScalar, { description: 'Coins; the network’s fee comes on top.' })
  amount!: Amount;

  @Field(() => TransferOrderStateEnum, { description: 'How far it is.' })
  state!: TransferOrderState;

  @Field(() => DateTimeScalar, { description: 'When the operator has ordered it.' })
  orderedAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was confirmed or returned; null: neither.',
  })
  endedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its transaction, `NNNN:MMMMMMMM:PPPP`; null before it is confirmed.',
  })
  transactionId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it waits, or was returned; null: nothing to say.',
  })
  reason!: string | null;
}
