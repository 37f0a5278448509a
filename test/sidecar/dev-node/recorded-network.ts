import type { AccountRecord } from '../../../sidecar/ledger/account';
import { formatAccountAddress } from '../../../sidecar/ledger/address';
import { decode, encode } from '../../../sidecar/ledger/codec';
import { formatHex, parseHex } from '../../../sidecar/ledger/hex';
import { logEntry, type LogEntry } from '../../../sidecar/ledger/log-entry';
import { onChainTransaction } from '../../../sidecar/ledger/on-chain-transaction';
import { getBlock } from '../../../sidecar/ledger/requests/get-block';
import { getLog } from '../../../sidecar/ledger/requests/get-log';
import { getMessage } from '../../../sidecar/ledger/requests/get-message';
import { getTransaction } from '../../../sidecar/ledger/requests/get-transaction';
import { signingKey } from '../../../sidecar/ledger/signing';
import { transactionMessage } from '../../../sidecar/ledger/signature';
import { sendOne } from '../../../sidecar/ledger/transactions/send-one/layout';
import type { Place } from '../../../sidecar/ledger/node-rule';
import type { NodeRequest } from '../../../sidecar/dev-node/execute';
import { exchanges, sessions, type Exchange } from '../ledger/recordings';

/** A request of the recordings, when it was made. */
export interface TimedExchange extends Exchange {
  readonly session: string;
  /** Unix seconds that the client was started at. */
  readonly startedAt: number;
}

const startOf = new Map(sessions.map(({ name, startedAt }) => [name, startedAt]));

const timed: readonly TimedExchange[] = exchanges.map((exchange) => {
  const session = exchange.name.replace(/ #\d+$/, '');
  return { ...exchange, session, startedAt: startOf.get(session)! };
});

/** The recordings are in the order of time but for this session, which came before another of its second. */
const movedBefore = new Map([['create_account_local_same_key', 'create_account_local_with_key']]);
const indexOf = new Map(sessions.map(({ name }, index) => [name, index]));

function rankOf({ session }: TimedExchange): number {
  const successor = movedBefore.get(session);
  return successor === undefined ? indexOf.get(session)! : indexOf.get(successor)! - 0.5;
}

/** The first network that was recorded: from its genesis to its third block, in the order of time. */
const firstNetworkEnd = 1_795_238_617;
export const firstNetwork = timed
  .filter(({ startedAt }) => startedAt < firstNetworkEnd)
  .sort((a, b) => a.startedAt - b.startedAt || rankOf(a) - rankOf(b));

/** Sessions with networks that were made later for one purpose each. */
export const laterNetworks = timed.filter(({ startedAt }) => startedAt >= firstNetworkEnd);

/** A transaction that the recorded network accepted. */
export interface Accepted extends NodeRequest {
  readonly place: Place;
}

function toPlace({ nodeMessageId, position }: { nodeMessageId: number; position: number }): Place {
  return { message: nodeMessageId, position };
}

export function keyOf({ message, position }: Place): string {
  return `${message}:${position}`;
}

function* findAccepted(): Iterable<Accepted> {
  for (const { type, data, signature, code, payload } of firstNetwork) {
    if (code !== 0) continue;
    if (type.kind === 'transaction') {
      yield { data, signature, place: toPlace(type.decodeReceipt(payload)) };
    } else if (type.type === getMessage.type) {
      const { message } = getMessage.decodeResponse(getMessage.decode(data), payload);
      for (const [index, found] of message.transactions.entries()) {
        if (found.kind !== 'transaction') continue;
        const place = { message: message.nodeMessageId, position: index + 1 };
        yield { data: found.data, signature: found.signature, place };
      }
    } else if (type.type === getTransaction.type) {
      const answer = getTransaction.decodeResponse(getTransaction.decode(data), payload);
      const found = decode(onChainTransaction, answer.transaction);
      if (found.kind === 'transaction') {
        yield { data: found.data, signature: found.signature, place: toPlace(answer) };
      }
    }
  }
}

/** Every log entry that a node has sent, by account. */
const recordedLogs: ReadonlyMap<string, readonly LogEntry[]> = (() => {
  const logs = new Map<string, Map<string, LogEntry>>();
  for (const { type, data, code, payload } of firstNetwork) {
    if (type.type !== getLog.type || code !== 0) continue;
    const { sender, target, ...rest } = getLog.decode(data);
    const owner = target.node === 0 ? sender : target;
    const { entries } = getLog.decodeResponse({ sender, target, ...rest }, payload);
    const log = logs.get(formatAccountAddress(owner)) ?? new Map<string, LogEntry>();
    for (const entry of entries) log.set(formatHex(encode(logEntry, entry)), entry);
    logs.set(formatAccountAddress(owner), log);
  }
  return new Map([...logs].map(([owner, log]) => [owner, [...log.values()]]));
})();

/** The node's clock when it accepted a transaction, as its logs have it. */
const loggedAt: ReadonlyMap<string, number> = new Map(
  [...recordedLogs.values()]
    .flat()
    .filter(
      ({ nodeMessageId, type }) => nodeMessageId > 0 && (type & 0xff) !== 0 && type !== 0x8011,
    )
    .map(({ nodeMessageId, position, time }) => [`${nodeMessageId}:${position}`, time]),
);

/** The genesis account of every recorded network. */
export const administratorSeed = parseHex(
  '14B183205CA661F589AD83809952A692DFA48F5D490B10FD120DA7BF10F2F4A0',
);
export const administrator = signingKey(administratorSeed);

/**
 * The one transaction whose bytes no session shows; the log and the account's hash after it do. Keys
 * of the recordings are made for tests, and signatures are the same every time.
 */
export const unseen = {
  place: { message: 12, position: 1 },
  sign(hash: Uint8Array): Accepted {
    const data = sendOne.encode({
      sender: { node: 1, user: 0 },
      messageId: 14,
      time: 1_795_237_970,
      recipient: { node: 2, user: 0 },
      amount: 1_200_000_001_999n,
      message: new Uint8Array(32),
    });
    const signature = administrator.sign(transactionMessage(hash, data));
    return { data, signature, place: unseen.place };
  },
};

/** Accepted transactions by their place. */
export const accepted: ReadonlyMap<string, Accepted> = new Map(
  [
    ...findAccepted(),
    { place: unseen.place, data: new Uint8Array(0), signature: new Uint8Array(0) },
  ]
    .sort((a, b) => a.place.message - b.place.message || a.place.position - b.place.position)
    .map((found) => [keyOf(found.place), found]),
);

/** Unix seconds; where no log tells, the time that the transaction claims. */
export function acceptedAt(place: Place): number {
  const logged = loggedAt.get(keyOf(place));
  if (logged !== undefined) return logged;
  return Buffer.from(accepted.get(keyOf(place))!.data).readUInt32LE(11);
}

/** Places of transactions that a session has made itself. */
export const seenPlaces: ReadonlySet<string> = new Set(
  firstNetwork.flatMap(({ type, code, payload }) =>
    type.kind === 'transaction' && code === 0 ? [keyOf(toPlace(type.decodeReceipt(payload)))] : [],
  ),
);

/** Message hash of node 0: what account hashes of the network begin with. */
export const networkSeed: Uint8Array = (() => {
  const { data, payload } = firstNetwork.find(
    ({ type, code }) => type.type === getBlock.type && code === 0,
  )!;
  return getBlock.decodeResponse(getBlock.decode(data), payload).nodes[0]!.messageHash;
})();

/** Members in which two records differ. */
export function differences(a: AccountRecord, b: AccountRecord): readonly string[] {
  return Object.keys(a).filter((name) => {
    const [one, other] = [a, b].map((record) => record[name as keyof AccountRecord]);
    return one instanceof Uint8Array && other instanceof Uint8Array
      ? formatHex(one) !== formatHex(other)
      : one !== other;
  });
}
