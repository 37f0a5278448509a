import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import type { AwaitedTransfer } from './awaited-transfer';
import type { Deposit } from './deposit';

@ObjectType('Deposit', {
  description: 'Coins that came in on the ledger, in a closed block.',
  simpleResolvers: true,
})
export class DepositType
  implements
    Omit<
      Deposit,
      | 'ledgerAddress'
      | 'unassignments'
      | 'proof'
      | 'reversals'
      | 'messageId'
      | 'successorId'
      | 'endedAt'
      | 'endedById'
      | 'receiptId'
      | 'isNoReceipt'
    >
{
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => AmountScalar, { description: 'Coins, above 0.' })
  amount!: Amount;

  @Field(() => String, { description: 'As the ledger finds it.' })
  transactionId!: string;

  @Field(() => String, { description: 'Account on the ledger that has sent it.' })
  sender!: string;

  @Field(() => String, {
    nullable: true,
    description: '64 lower-case hex digits; null for a transfer to many, which carries none.',
  })
  message!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Account whose funds have the coins; null while the operator has to find the account.',
  })
  accountId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Account on the ledger of the other server that it is a receipt of; null: it is none.',
  })
  peer!: string | null;

  @Field(() => DateTimeScalar, { description: 'When the ledger took it.' })
  sentAt!: Date;

  @Field(() => DateTimeScalar, {
    description: 'When it came into the funds; for nobody’s: when it was read.',
  })
  bookedAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When it was taken out of the funds again, as the ledger has replaced the block that had it; null: it was not, or has come back.',
  })
  reversedAt!: Date | null;
}

export const DepositConnectionType = connectionOf('Deposit', 'deposits', () => DepositType);

@ObjectType('AwaitedDeposit', {
  description:
    'Coins on their way to the viewer’s funds: the ledger’s log has them, no block does that is closed and deep enough. They may never come.',
  simpleResolvers: true,
})
export class AwaitedDepositType
  implements Omit<AwaitedTransfer, 'ledgerAddress' | 'message' | 'time'>
{
  @Field(() => ID, { description: '32 lower-case hex digits; the deposit will have another one.' })
  id!: string;

  @Field(() => AmountScalar, { description: 'Coins, above 0.' })
  amount!: Amount;

  @Field(() => String, { description: 'As the ledger’s log names it.' })
  transactionId!: string;

  @Field(() => String, { description: 'Account on the ledger that has sent it.' })
  sender!: string;

  @Field(() => DateTimeScalar, { description: 'When the ledger took it.' })
  sentAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Start of the closed block that has it: more blocks have to be closed after that one. Null: none has it yet.',
  })
  block!: Date | null;
}
