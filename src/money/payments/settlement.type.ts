import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import {
  type SettlementProblem,
  type SettlementProblemKind,
  settlementProblemKinds,
} from './settlement-problems';

export const SettlementProblemKindEnum = createEnum({
  name: 'SettlementProblemKind',
  description: 'A problem that keeps payments from being made, or has undone some.',
  values: settlementProblemKinds,
  meanings: {
    ledger_fails:
      'The last turn has failed: wallet, relay or ledger did not do as they were asked.',
    chain_broken:
      'The last turn has failed: the account was used by other means, or its node is behind.',
    turn_fails: 'The last turn has failed for another reason.',
    undecided: 'The account’s chain is past payments, and nothing on the ledger decides on them.',
    payments_replaced:
      'Blocks of the ledger were replaced that had payments: these are sent again, and not decided on yet.',
    deposits_replaced:
      'Blocks of the ledger were replaced that had deposits: these are taken back, and have not come again.',
    claims_replaced:
      'Blocks of the ledger were replaced that showed whose addresses are. What came along by such a claim stays.',
    shortage: 'There is too little money for all that is due, or a limit is reached.',
  },
});

@ObjectType('SettlementProblem', {
  description: 'Something that keeps payments from being made, or has undone some.',
  simpleResolvers: true,
})
export class SettlementProblemType implements SettlementProblem {
  @Field(() => SettlementProblemKindEnum, { description: 'Its kind.' })
  kind!: SettlementProblemKind;

  @Field(() => String, { description: 'Why, as the last turn found it.' })
  text!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Since when without a break; null: it was not kept.',
  })
  since!: Date | null;

  @Field(() => String, { description: 'The operator’s remedy.' })
  remedy!: string;
}

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
    description: 'The text of the first of `problems`; null: there is none.',
  })
  problem!: string | null;

  @Extensions({ listSize: 3 })
  @Field(() => [SettlementProblemType], {
    description:
      'Problems that keep payments from being made, the gravest first; empty: none. A pause is no problem.',
  })
  problems!: readonly SettlementProblem[];

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
