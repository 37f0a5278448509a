import { describe, expect, it } from '@jest/globals';
import { encode } from '../../../sidecar/ledger/codec';
import { formatHex } from '../../../sidecar/ledger/hex';
import { logEntry, type LogEntry } from '../../../sidecar/ledger/log-entry';
import { getBlock } from '../../../sidecar/ledger/requests/get-block';
import { getLog } from '../../../sidecar/ledger/requests/get-log';
import { getMessage } from '../../../sidecar/ledger/requests/get-message';
import { getMessageList } from '../../../sidecar/ledger/requests/get-message-list';
import { getTransaction } from '../../../sidecar/ledger/requests/get-transaction';
import { getVipKeys } from '../../../sidecar/ledger/requests/get-vip-keys';
import { sha256 } from '../../../sidecar/ledger/account-hash';
import type { NodeAnswer } from '../../../sidecar/dev-node/execute';
import {
  accepted,
  administrator,
  administratorSeed,
  firstNetwork,
  laterNetworks,
  networkSeed,
  type TimedExchange,
} from './recorded-network';
import { startReplayer, type Replayer } from './replayer';

/** Acts of the recorded network that this node cannot do; a client can ask for none of them. */
const cannotBeReplayed = new Map([
  ['redirect_read', 'a node with a setting to send clients elsewhere; this one has none'],
  ['redirect_then_tx', 'the same'],
  ['get_broadcast_empty_block', 'kept from before the restart beside what it was moved to'],
  ['get_accounts_own', 'balances with shares of fees, which this network does not pay out'],
  ['get_accounts_node1', 'the same'],
  ['b2_get_blocks_all #0', 'headers hash the accounts of nodes in a way that is not known'],
  ['b2_get_blocks_all #1', 'the second node votes there and never signs: no newer headers come'],
  ['b2_get_blocks_all #2', 'the same'],
  ['b2_get_blocks_all #3', 'the same'],
  ['b2_get_blocks_range', 'headers hash the accounts of nodes in a way that is not known'],
  ['b2_get_signatures', 'the same: what is signed is the header'],
  ['get_blocks_then_transaction #0', 'the same'],
  ['get_vipkeys', 'the second node votes there'],
  ['get_message_01', 'nothing but the address of the node and its signature'],
  ['b2_get_blocks_all #14', 'the address of the node'],
]);

const reasonOf = ({ name, session }: TimedExchange) =>
  cannotBeReplayed.get(name) ?? cannotBeReplayed.get(session);

/** Answers with parts that the node makes up: its own address, and hashes and signatures over it. */
const partlyReplayed: ReadonlySet<number> = new Set(
  [getBlock, getLog, getMessage, getMessageList, getTransaction].map(({ type }) => type),
);

function replayAll(): { replayer: Replayer; answers: ReadonlyMap<string, NodeAnswer> } {
  const replayer = startReplayer({
    startsAt: 1_795_236_352,
    publicKey: administrator.publicKey,
    balance: 3_875_820_599_999_999_000n,
    networkSeed,
    history: [...accepted.values()],
  });
  const answers = new Map<string, NodeAnswer>();
  for (const exchange of firstNetwork) {
    if (exchange.session.startsWith('redirect_')) continue;
    answers.set(exchange.name, replayer.replay(exchange));
  }
  return { replayer, answers };
}

const { replayer, answers } = replayAll();
const replayed = firstNetwork.filter((exchange) => reasonOf(exchange) === undefined);
const whole = replayed.filter(
  ({ type, code }) => type.kind === 'transaction' || code !== 0 || !partlyReplayed.has(type.type),
);

/** Successful exchanges of one kind, that are compared in parts. */
function partsOf(type: number): readonly TimedExchange[] {
  return replayed.filter((exchange) => exchange.code === 0 && exchange.type.type === type);
}

function toText({ code, payload }: { code: number | null; payload: Uint8Array }): string {
  return `${code ?? 'none'} ${formatHex(payload)}`;
}

describe('the recorded network, lived through again', () => {
  it('is compared as far as it can be', () => {
    expect(whole.length).toBeGreaterThan(115);
    expect(whole.length + [...partlyReplayed].flatMap(partsOf).length).toBe(replayed.length);
    const names = firstNetwork.flatMap(({ name, session }) => [name, session]);
    for (const name of cannotBeReplayed.keys()) expect(names).toContain(name);
  });

  it.each(whole)('answers $name byte for byte', (exchange) => {
    expect(toText(answers.get(exchange.name)!)).toBe(toText(exchange));
  });

  it('differs in nothing but the restart of the recorded node and the shares of fees', () => {
    expect(replayer.deviations).toEqual([
      // The restart: both copies are as of the next block, checksums are renewed.
      {
        session: 'get_me_account2',
        account: ['localChange', 'checksum'],
        network: ['localChange', 'checksum'],
      },
      { session: 'change_account_key_bad_confirm', account: ['checksum'], network: [] },
      // The restart, and the fee of one unit that the last block of it paid out.
      {
        session: 'unset_node_status_admin',
        account: ['remoteChange', 'balance', 'checksum'],
        network: ['localChange', 'remoteChange', 'balance', 'checksum'],
      },
      // Shares of fees at the end of a block.
      { session: 'send_many_mixed', account: ['balance'], network: ['balance', 'checksum'] },
    ]);
  });
});

/** Entries that the recorded node wrote for its restart, and for shares of fees. */
function isOfNode({ type }: LogEntry): boolean {
  return type === 0x8000 || type === 0x8011;
}

describe('get_log, lived through again', () => {
  it.each(partsOf(getLog.type))(
    '$name has every entry of the recording',
    ({ name, data, payload }) => {
      const body = getLog.decode(data);
      const recorded = getLog.decodeResponse(body, payload);
      const found = getLog.decodeResponse(body, answers.get(name)!.payload);
      const textOf = (entries: readonly LogEntry[]) =>
        entries.filter((entry) => !isOfNode(entry)).map(comparable);
      expect(textOf(found.entries)).toEqual(textOf(recorded.entries));
      expect(found.entries.length).toBeGreaterThan(0);
    },
  );
});

/** The node's clock is known for its own transactions only; the end of a block took some seconds. */
function comparable(entry: LogEntry): string {
  const isOfBlock = entry.nodeMessageId === 0;
  return formatHex(encode(logEntry, isOfBlock ? { ...entry, time: 0 } : entry));
}

describe('messages and blocks, lived through again', () => {
  it.each(partsOf(getMessage.type))(
    '$name has the same transactions',
    ({ name, data, payload }) => {
      const body = getMessage.decode(data);
      const [recorded, found] = [payload, answers.get(name)!.payload].map((bytes) => {
        const { block, message } = getMessage.decodeResponse(body, bytes);
        const transactions = message.transactions.filter(({ kind }) => kind === 'transaction');
        return { block, node: message.node, id: message.nodeMessageId, transactions };
      });
      expect(found).toEqual(recorded);
    },
  );

  it.each(partsOf(getTransaction.type))('$name has the same leaf', ({ name, data, payload }) => {
    const body = getTransaction.decode(data);
    const [recorded, found] = [payload, answers.get(name)!.payload].map((bytes) => {
      const { hashes, ...rest } = getTransaction.decodeResponse(body, bytes);
      return { ...rest, leaf: hashes[0] };
    });
    expect(found).toEqual(recorded);
  });

  it.each(partsOf(getMessageList.type))(
    '$name lists the same messages',
    ({ name, data, payload }) => {
      const body = getMessageList.decode(data);
      const [recorded, found] = [payload, answers.get(name)!.payload].map((bytes) =>
        getMessageList
          .decodeResponse(body, bytes)
          .messages.map(({ node, nodeMessageId }) => ({ node, nodeMessageId })),
      );
      expect(found).toEqual(recorded);
    },
  );

  it.each(partsOf(getBlock.type))(
    '$name has the same counts and log',
    ({ name, data, payload }) => {
      const body = getBlock.decode(data);
      const [recorded, found] = [payload, answers.get(name)!.payload].map((bytes) => {
        const { time, messageCount, nodeCount, dividend, log, nodes } = getBlock.decodeResponse(
          body,
          bytes,
        );
        const [seed] = nodes;
        const of = nodes.map(({ accountCount, messageId }) => ({ accountCount, messageId }));
        return {
          time,
          messageCount,
          nodeCount,
          dividend,
          log: formatHex(log),
          seed: seed!.messageHash,
          of,
        };
      });
      expect(found).toEqual(recorded);
    },
  );
});

describe('networks that were made for one purpose', () => {
  const comparedSessions = [
    'change_node_key_no_secret',
    'change_node_key_admin',
    'change_node_key_remote_bad',
    'create_account_remote_early',
    'g_readonly_tx',
    'g_get_message_wrong_block',
    'g_send_one_self',
    'g_admin_min_balance',
    'g_bool_numbers',
    'g_time_garbage',
  ];
  const reads = new Map([
    ['f_get_message_list', 'messages of a node, signed by it'],
    ['f_get_blocks', 'headers hash the accounts of nodes in a way that is not known'],
    ['f_get_block', 'the same'],
    ['f_get_blocks_range_ok', 'the same'],
    ['f_get_broadcast', 'of transactions that no session shows'],
    ['f_get_log', 'the same'],
    ['f_get_vipkeys', 'see below'],
  ]);

  it('are all compared, but for reads of what no session shows', () => {
    const names = new Set(laterNetworks.map(({ session }) => session));
    expect([...names].sort()).toEqual([...comparedSessions, ...reads.keys()].sort());
  });

  it.each(comparedSessions)('%s gets the recorded answers', (session) => {
    const of = laterNetworks.filter((exchange) => exchange.session === session);
    const later = startReplayer({
      startsAt: of[0]!.startedAt - 700,
      publicKey: administrator.publicKey,
      balance: 0n,
      isReadOnly: () => session === 'g_readonly_tx',
      // The key that `change_node_key_admin` puts in, which that node had the secret of.
      nodeSeed: sha256(Buffer.from('vector-user-3')),
      history: [],
    });
    for (const exchange of of) expect(toText(later.replay(exchange))).toBe(toText(exchange));
  });

  it('f_get_vipkeys gets the recorded answer', () => {
    const exchange = laterNetworks.find(({ session }) => session === 'f_get_vipkeys')!;
    const later = startReplayer({
      startsAt: exchange.startedAt - 700,
      publicKey: administrator.publicKey,
      balance: 0n,
      nodeSeed: administratorSeed,
      history: [],
    });
    expect(exchange.type.type).toBe(getVipKeys.type);
    expect(toText(later.replay(exchange))).toBe(toText(exchange));
  });
});
