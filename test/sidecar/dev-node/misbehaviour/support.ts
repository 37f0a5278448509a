import type { MisbehaviourParams } from '../../../../sidecar/dev-node/misbehaviour/misbehaving-ledger';
import { openMisbehavingLedger } from '../../../../sidecar/dev-node/misbehaviour/misbehaving-ledger';
import type { LedgerParams } from '../../../../sidecar/dev-node/ledger';
import { getLog } from '../../../../sidecar/ledger/requests/get-log';
import { getTransaction } from '../../../../sidecar/ledger/requests/get-transaction';
import { sendOne } from '../../../../sidecar/ledger/transactions/send-one/layout';
import { alice, aliceAt } from '../alice';
import { openTestLedger } from '../support';

export const bob = { node: 1, user: 2 };

/** An answer, or the text `error` and the number of a refusal. */
export function wholeOf<Response extends object>(answer: Response | number): Response {
  if (typeof answer === 'number') throw new Error(`refused with ${answer}`);
  return answer;
}

/** Alice at a ledger that misbehaves by command, unless told otherwise. */
export function aliceAtMisbehaving(
  { seed = 1, kinds = [], ...rest }: Partial<MisbehaviourParams> = {},
  params: Partial<LedgerParams> = {},
) {
  const opened = openTestLedger(
    (ledger) => openMisbehavingLedger(ledger, { seed, kinds, ...rest }),
    params,
  );
  const at = aliceAt(opened);
  const read = at.read;
  const logOf = (target: typeof bob) => wholeOf(read(getLog, { target, from: 0, full: 0 })).entries;
  return {
    ...at,
    ledger: opened.ledger,
    misbehave: opened.ledger.misbehave,
    /** Sends bob so many units. @returns the id that the node expects to give, message and position */
    pay: (amount: bigint): string => {
      const message = new Uint8Array(32);
      const { nodeMessageId, position } = wholeOf(
        at.send(sendOne, { recipient: bob, amount, message }),
      );
      return `${nodeMessageId}:${position}`;
    },
    logOf,
    /** Lines of an account's log as message, position and amount. */
    linesOf: (target: typeof bob) =>
      logOf(target).map(
        ({ nodeMessageId, position, amount }) => `${nodeMessageId}:${position} ${amount}`,
      ),
    /** Type of the transaction of an id and the amount that it sends, or the number of the refusal. */
    transactionOf: (id: string) => {
      const [nodeMessageId = 0, position = 0] = id.split(':').map(Number);
      const place = { node: 1, nodeMessageId, position };
      const found = read(getTransaction, { ...place, time: at.clock.seconds });
      if (typeof found === 'number') return found;
      const { transaction } = found;
      return transaction[0] === sendOne.type
        ? `sends ${sendOne.decode(transaction.subarray(0, -64)).amount}`
        : `type ${transaction[0]}`;
    },
    balanceOf: (target: typeof bob) => wholeOf(at.readAccount(target)).account.balance,
  };
}

export { alice };
