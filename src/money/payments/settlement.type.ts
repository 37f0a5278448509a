import { Field, Int, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';

@ObjectType('Settlement', { description: 'How the server’s payments stand, for operators.' })
export class SettlementType {
  @Field(() => String, {
    nullable: true,
    description: 'Why an operator has paused it; null: it goes on.',
  })
  pausedReason!: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was paused.' })
  pausedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'What keeps payments from being made, as the last turn found it.',
  })
  problem!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Up to when hours are final: all that happened in them has a verdict, and what they brought is payable. Null: none is yet.',
  })
  finalUntil!: Date | null;

  @Field(() => AmountScalar, { description: 'Coins of payments that are on their way.' })
  onTheirWay!: Amount;

  @Field(() => Int, { description: 'Transactions that the ledger has not decided on.' })
  openTransactions!: number;

  @Field(() => String, { description: 'The server’s account on the ledger.' })
  ledgerAddress!: string;

  @Field(() => AmountScalar, {
    nullable: true,
    description:
      'Coins that this account has, as the wallet beside this gateway reads them; null without a wallet, or while it does not answer.',
  })
  ledgerBalance!: Amount | null;
}
