import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { type PeerReceipt, type ReceiptState, receiptStates } from './peer-receipt';

export const ReceiptStateEnum = createEnum({
  name: 'PeerReceiptState',
  description: 'How far coins of another server are explained.',
  values: receiptStates,
  meanings: {
    received: 'Its server is asked what it is for.',
    told: 'Its server has told everything, and it is being booked.',
    booked: 'It is divided among publishers and the operator.',
    unexplained: 'Its server has not told within a day; it is asked for a week more.',
    assigned: 'An operator has given it to the funds of an account.',
    kept: 'An operator has kept it.',
  },
});

@ObjectType('PeerReceipt', {
  description: 'Coins that another server has paid here.',
  simpleResolvers: true,
})
export class PeerReceiptType implements Partial<PeerReceipt> {
  @Field(() => ID, { description: 'That of the deposit which it came as first, 32 hex digits.' })
  id!: string;

  @Field(() => String, { description: 'The server’s account on the ledger.' })
  peer!: string;

  @Field(() => String, { description: 'As the ledger finds it now, `NNNN:MMMMMMMM:PPPP`.' })
  transactionId!: string;

  @Field(() => AmountScalar, { description: 'Coins, above 0.' })
  amount!: Amount;

  @Field(() => ReceiptStateEnum, { description: 'How far it is.' })
  state!: ReceiptState;

  @Field(() => DateTimeScalar, { description: 'When it was read.' })
  receivedAt!: Date;

  @Field(() => Boolean, { description: 'True while no block of the ledger has it any more.' })
  isReversed!: boolean;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When its server is asked next; null: never.',
  })
  nextAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it is not explained yet; null: nothing is in the way.',
  })
  problem!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was booked, assigned or kept; null: it was not.',
  })
  endedAt!: Date | null;
}

@ObjectType('PeerReceiptSums', {
  description: 'The explanation of a receipt in sums.',
  simpleResolvers: true,
})
export class ReceiptSumsType {
  @Field(() => Int, { description: 'Lines that its server has told, but for those that are none.' })
  lines!: number;

  @Field(() => Int, { description: 'Lines that are none, or of 0.' })
  leftOut!: number;

  @Field(() => Int, { description: 'Parts that its lines are read in, of up to 1,000 lines each.' })
  parts!: number;

  @Field(() => AmountScalar, { description: 'Coins that the lines sum to.' })
  told!: Amount;

  @Field(() => AmountScalar, { description: 'Coins booked for cases shown here, fees included.' })
  credited!: Amount;
}

@ObjectType('PeerReceiptLine', {
  description: 'A case that another server says to have paid for, and what was booked of it.',
  simpleResolvers: true,
})
export class ReceiptLineType {
  @Field(() => String, { description: 'The case, 32 hex digits.' })
  caseId!: string;

  @Field(() => AmountScalar, { description: 'Coins that were told, above 0.' })
  value!: Amount;

  @Field(() => String, {
    nullable: true,
    description:
      'The event whose publisher has it. Null: no such case was shown here for that server, or nothing is booked yet.',
  })
  eventId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The site that has shown it. Null: its event is none, or not kept any more.',
  })
  siteId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The campaign of the other server, by its id here. Null: its event is none, or not kept any more.',
  })
  campaignId!: string | null;

  @Field(() => AmountScalar, { description: 'Coins booked of it, the fee included.' })
  booked!: Amount;

  @Field(() => AmountScalar, { description: 'Coins of these that are the operator’s fee.' })
  supplyFee!: Amount;

  @Field(() => AmountScalar, {
    description: 'Coins of its campaign’s boost that were booked, the fee included.',
  })
  boost!: Amount;

  @Field(() => AmountScalar, { description: 'Coins of these that are the operator’s fee.' })
  boostFee!: Amount;
}
