import type { Settlement, TurnFailure } from './settlement.store';

/** Things that keep payments from being made, or that have undone some. The gravest comes first. */
export const settlementProblemKinds = [
  'ledger_fails',
  'chain_broken',
  'turn_fails',
  'undecided',
  'payments_replaced',
  'deposits_replaced',
  'claims_replaced',
  'shortage',
] as const;
export type SettlementProblemKind = (typeof settlementProblemKinds)[number];

/** Something that keeps payments from being made, or has undone some, for operators. */
export interface SettlementProblem {
  readonly kind: SettlementProblemKind;
  /** Why, as the last turn found it. */
  readonly text: string;
  /** null: it was not kept. */
  readonly since: Date | null;
  /** The operator's remedy. */
  readonly remedy: string;
}

type TroublesOfSettlement = Pick<
  Settlement,
  | 'failure'
  | 'undecided'
  | 'replacedPayments'
  | 'replacedDeposits'
  | 'replacedClaims'
  | 'problem'
  | 'problemAt'
>;

const kindOfFailure: Readonly<Record<TurnFailure['kind'], SettlementProblemKind>> = {
  ledger: 'ledger_fails',
  chain: 'chain_broken',
  other: 'turn_fails',
};

const remedies: Readonly<Record<SettlementProblemKind, string>> = {
  ledger_fails:
    'look at the wallet, the relay and the node of the ledger: a turn tries again every 5 seconds, and nothing is paid twice',
  chain_broken:
    'hold the books against the ledger (adgate books check); where the node stays behind, adgate settlement resume --from-ledger goes on from where it is',
  turn_fails:
    'read the log of the gateway that has the wallet: a turn tries again every 5 seconds, and nothing is paid twice',
  undecided:
    'compare the account at another node of the ledger: the payments stay sent, nothing is paid twice, and what a closed block has of them is seen by itself',
  payments_replaced:
    'wait: the ledger decides on them anew, and nothing is paid twice; where they stay sent for more than an hour, compare the account at another node',
  deposits_replaced:
    'compare the account at another node: each is booked again once a block has it; until then withdrawals of these accounts wait, and funds may be below 0; one whose number the sender has used for something else is ended by adgate deposit end',
  claims_replaced:
    'the merge stays: hold these accounts (adgate payment hold) until their owner has sent a transfer with the code of the claim again, or vouch for them (adgate user claim)',
  shortage: 'send coins to the account that pays, raise the limit of the day, or wait for the next',
};

/** Everything that keeps payments from being made, or has undone some; none: all is well. */
export function problemsOf(settlement: TroublesOfSettlement): readonly SettlementProblem[] {
  const { failure, undecided, problem, problemAt } = settlement;
  const { replacedPayments, replacedDeposits, replacedClaims } = settlement;
  const found = [
    ...(failure === null ? [] : [{ ...failure, kind: kindOfFailure[failure.kind] }]),
    ...(undecided === null ? [] : [{ ...undecided, kind: 'undecided' as const }]),
    ...(replacedPayments ? [{ ...replacedPayments, kind: 'payments_replaced' as const }] : []),
    ...(replacedDeposits ? [{ ...replacedDeposits, kind: 'deposits_replaced' as const }] : []),
    ...(replacedClaims ? [{ ...replacedClaims, kind: 'claims_replaced' as const }] : []),
    ...(problem === null ? [] : [{ kind: 'shortage' as const, text: problem, since: problemAt }]),
  ];
  return found.map(({ kind, text, since }) => ({ kind, text, since, remedy: remedies[kind] }));
}
