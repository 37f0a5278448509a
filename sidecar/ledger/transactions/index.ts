import type { Transaction } from '../transaction-kind';
import {
  setAccountStatusTransaction,
  unsetAccountStatusTransaction,
} from './account-status/transaction';
import { broadcastTransaction } from './broadcast/transaction';
import { changeAccountKeyTransaction } from './change-account-key/transaction';
import { changeNodeKeyTransaction } from './change-node-key/transaction';
import { createAccountTransaction } from './create-account/transaction';
import { createNodeTransaction } from './create-node/transaction';
import { logAccountTransaction } from './log-account/transaction';
import { setNodeStatusTransaction, unsetNodeStatusTransaction } from './node-status/transaction';
import { retrieveFundsTransaction } from './retrieve-funds/transaction';
import { sendManyTransaction } from './send-many/transaction';
import { sendOneTransaction } from './send-one/transaction';

/** Every transaction type of the ledger, by its type byte. */
export const transactionTypes: ReadonlyMap<number, Transaction> = new Map(
  [
    broadcastTransaction,
    sendOneTransaction,
    sendManyTransaction,
    createAccountTransaction,
    createNodeTransaction,
    retrieveFundsTransaction,
    changeAccountKeyTransaction,
    changeNodeKeyTransaction,
    setAccountStatusTransaction,
    setNodeStatusTransaction,
    unsetAccountStatusTransaction,
    unsetNodeStatusTransaction,
    logAccountTransaction,
  ].map((kind: Transaction) => [kind.type, kind]),
);
