import { accountRecord } from './account';
import { formatAccountAddress, type AccountAddress } from './address';
import { formatAmount } from './amount';
import { decode } from './codec';
import { LedgerDataError } from './errors';
import { transferFee } from './fees';
import { formatHex } from './hex';
import { formatNetworkAccount } from './network-account';
import type { TransactionHeader, TransactionType } from './transaction';
import { broadcast } from './transactions/broadcast';
import { changeAccountKey } from './transactions/change-account-key';
import { changeNodeKey } from './transactions/change-node-key';
import { createAccount } from './transactions/create-account';
import { createNode } from './transactions/create-node';
import { transactionTypes } from './transactions/index';
import { logAccount } from './transactions/log-account';
import { retrieveFunds } from './transactions/retrieve-funds';
import { sendMany } from './transactions/send-many';
import { sendOne } from './transactions/send-one';
import { setAccountStatus } from './transactions/set-account-status';
import { setNodeStatus } from './transactions/set-node-status';
import { unsetAccountStatus } from './transactions/unset-account-status';
import { unsetNodeStatus } from './transactions/unset-node-status';

/** JSON of the ledger's own client: strings, and lists and objects of them. */
export type LedgerText = string | readonly LedgerText[] | { readonly [name: string]: LedgerText };

/** Members of one object, in the order they are printed in. */
export type LedgerObject = Readonly<Record<string, LedgerText>>;

interface TransactionText {
  /** Members before the common `msg_id` and `time`. */
  readonly before?: LedgerObject;
  /** Members between those and the signature. */
  readonly between?: LedgerObject;
  readonly after?: LedgerObject;
}

type Printer = readonly [number, (data: Uint8Array) => TransactionText];

/** Keeps a type's printer beside its layout, so that each sees the members of its own type. */
function printer<Body extends TransactionHeader>(
  type: TransactionType<Body>,
  print: (body: Body) => TransactionText,
): Printer {
  return [type.type, (data) => print(type.decode(data))];
}

function target({ node, user }: AccountAddress): LedgerObject {
  return { target_node: String(node), target_user: String(user) };
}

const printers: ReadonlyMap<number, (data: Uint8Array) => TransactionText> = new Map([
  printer(broadcast, ({ message }) => ({
    between: { message_length: String(message.length), message: formatHex(message) },
  })),
  printer(sendOne, (body) => ({
    between: {
      ...target(body.recipient),
      sender_fee: formatAmount(sendOne.costOf(body).fee),
      sender_address: formatAccountAddress(body.sender),
      target_address: formatAccountAddress(body.recipient),
      amount: formatAmount(body.amount),
      message: formatHex(body.message),
    },
  })),
  printer(sendMany, (body) => ({
    before: { sender_address: formatAccountAddress(body.sender) },
    between: {
      wire_count: String(body.wires.length),
      sender_fee: formatAmount(sendMany.costOf(body).fee),
      ...(body.wires.length > 0 && {
        wires: body.wires.map(({ recipient, amount }) => ({
          ...target(recipient),
          target_address: formatAccountAddress(recipient),
          amount: formatAmount(amount),
        })),
      }),
    },
  })),
  printer(createAccount, ({ node }) => ({ between: { target_node: String(node) } })),
  printer(createNode, () => ({})),
  printer(retrieveFunds, ({ account }) => ({ between: target(account) })),
  printer(changeAccountKey, ({ publicKey }) => ({ between: { public_key: formatHex(publicKey) } })),
  printer(changeNodeKey, ({ node, publicKey, oldPublicKey }) => ({
    between: {
      target_node: String(node),
      old_public_key: formatHex(oldPublicKey),
      new_public_key: formatHex(publicKey),
    },
  })),
  ...[setAccountStatus, unsetAccountStatus].map((type) =>
    printer(type, ({ account, status }) => ({
      between: { ...target(account), status: String(status) },
    })),
  ),
  ...[setNodeStatus, unsetNodeStatus].map((type) =>
    printer(type, ({ node, status }) => ({
      between: { target_node: String(node), status: String(status) },
    })),
  ),
  printer(logAccount, ({ sender, account }) => ({
    after: { network_account: formatNetworkAccount(sender, decode(accountRecord, account)) },
  })),
]);

/**
 * Prints a transaction with the names and the order of the ledger's own client.
 *
 * @param data as the client sent it, without the signature
 * @throws {LedgerDataError} for data that is not one complete transaction
 * @see protocol.md, section 12
 */
export function formatTransaction(data: Uint8Array, signature: Uint8Array): LedgerObject {
  const type = transactionTypes.get(data[0] ?? 0);
  const print = printers.get(data[0] ?? 0);
  if (!type || !print) throw new LedgerDataError(`type ${data[0] ?? 'missing'} is not known`);
  const { sender, messageId, time } = type.decode(data);
  const { before, between, after } = print(data);
  return {
    type: type.method,
    node: String(sender.node),
    user: String(sender.user),
    ...before,
    msg_id: String(messageId),
    time: String(time),
    ...between,
    signature: formatHex(signature),
    ...after,
  };
}

/** The ledger's own client prints an empty list as an empty string. */
export function listText(items: readonly LedgerText[]): LedgerText {
  return items.length === 0 ? '' : items;
}

/** Fee of a transfer as a log prints it, before any minimum of the type. */
export function plainTransferFee(
  amount: bigint,
  accounts: { readonly sender: AccountAddress; readonly recipient: AccountAddress },
): bigint {
  return transferFee(amount < 0n ? -amount : amount, accounts);
}
