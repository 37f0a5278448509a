import { describe, expect, it } from '@jest/globals';
import { parseAllowedNode } from '../../sidecar/node/allowed-nodes';
import recorded from '../vectors/ledger-rpc.json';
import { refusalInfo, startNode, startRelay } from './support';
import { startWallet, withChecksum } from './wallet/support';

type Members = Readonly<Record<string, unknown>>;

interface RecordedCall {
  readonly name: string;
  readonly instance: string;
  readonly httpMethod: string;
  readonly requestBody?: string;
  readonly responseJson?: unknown;
}

const calls = recorded.calls as readonly RecordedCall[];

/** Calls of methods that the recorded proxy has beside the ledger's, or that are not offered. */
const noSuchMethod = [
  ...['rpc_ping_null_data', 'rpc_ping_array', 'rpc_ping_array_empty', 'rpc_ping_badtype'],
  ...['rpc_ping_unknown_param', 'rpc_int_id', 'rpc_unknown_method', 'rpc_describe'],
  ...['rpc_get_my_ip', 'rpc_get_gateway_fee', 'rpc_get_gateway_fee_badtype'],
  ...['rpc_free_account', 'rpc_free_account_again', 'rpc_free_account_private'],
  ...['rpc_get_block_now', 'rpc3_get_block_empty_string'],
  ...['rpc_find_accounts', 'rpc3_find_accounts', 'rpc3_find_accounts_lower'],
];

/** Calls whose envelope decides; by the specification where the recorded proxy goes its own way. */
const envelopes = new Map<string, number>([
  ['rpc_version_10', -32600],
  ['rpc_version_11', -32600],
  ['rpc_version_30', -32600],
  ['rpc_no_method', -32600],
  ['rpc_parse_error', -32700],
  ['rpc_empty_body', -32700],
  ['rpc_string', -32600],
  ['rpc_null', -32600],
  ['rpc_batch_empty', -32600],
]);

/** Calls with a bad member: of the wallet, but those of send_again, which the relay takes. */
const badMembers = [
  ...['rpc_get_account_type', 'rpc_get_account_bad', 'rpc_get_account_noaddr'],
  ...['rpc_send_one_amount_number', 'rpc_status_bool', 'rpc_send_one_missing'],
  ...['rpc_send_again_nosig', 'rpc_send_again_baddata', 'rpc_send_again_sigshort'],
  ...['rpc_bad_port_type', 'rpc_bad_address_flag', 'rpc3_get_log_badtype'],
  'rpc3_change_account_key_bad_confirm',
];

/** Calls that each have a test of their own at the end. */
const alone = [
  ...['rpc_get_log_noaddr', 'rpc_status_float', 'rpc_dead_port', 'rpc_send_again_default_port'],
  ...['rpc_null_id', 'rpc_batch', 'rpc_batch_notif'],
];

const http = calls.filter(({ httpMethod }) => httpMethod !== 'POST');
const named = (names: readonly string[]) => calls.filter(({ name }) => names.includes(name));
const isSpecial = ({ name }: RecordedCall) =>
  noSuchMethod.includes(name) ||
  envelopes.has(name) ||
  badMembers.includes(name) ||
  alone.includes(name);
const plain = calls.filter((call) => !http.includes(call) && !isSpecial(call));

const admin = {
  address: '0001-00000000-9B6F',
  secret: '14B183205CA661F589AD83809952A692DFA48F5D490B10FD120DA7BF10F2F4A0',
};

function requestOf({ requestBody = '' }: RecordedCall) {
  return JSON.parse(requestBody) as { method: string; params?: Members };
}

/** The wallet wants checksums; those who recorded left them out. */
function paramsOf(call: RecordedCall): Record<string, unknown> {
  const text = JSON.stringify(requestOf(call).params ?? {});
  const complete = text.replace(/[0-9A-F]{4}-[0-9A-F]{8}-XXXX/g, withChecksum);
  return JSON.parse(complete) as Record<string, unknown>;
}

function resultOf({ responseJson }: RecordedCall) {
  const { result } = responseJson as { result?: { tx?: Record<string, string> } };
  return result;
}

const withoutReceipt = ({ id, node_mpos, node_msid, ...tx }: Record<string, string>) => tx;

const isTransaction = (call: RecordedCall) => resultOf(call)?.tx?.account_hashin !== undefined;
const isSendAgain = (call: RecordedCall) => requestOf(call).method === 'send_again';
const transactions = plain.filter(
  (call) => !isSendAgain(call) && isTransaction(call) && !/^get_/.test(requestOf(call).method),
);
const reads = plain.filter(
  (call) => resultOf(call)?.tx !== undefined && /^get_/.test(requestOf(call).method),
);
const again = plain.filter(isSendAgain);
const decoded = plain.filter((call) => requestOf(call).method === 'decode_raw');
const offRelay = plain.filter(({ responseJson }) => {
  const { error } = responseJson as { error?: { data?: unknown } };
  return error?.data === 'No secret and no signature provided.';
});
/** Other refusals of a node: the code is all there is. */
const refusedByNode = plain.filter(
  (call) =>
    !isSendAgain(call) && !offRelay.includes(call) && 'error' in (call.responseJson as object),
);

function frame(code: number, info: string): Buffer {
  const bytes = Buffer.alloc(8 + info.length);
  bytes.writeUInt32LE(4 + info.length, 0);
  bytes.writeUInt32LE(code, 4);
  bytes.write(info, 8, 'latin1');
  return bytes;
}

describe('recorded calls', () => {
  it('are all used', () => {
    const used = [transactions, reads, again, decoded, offRelay, refusedByNode].flat();
    expect(plain.filter((call) => !used.includes(call)).map(({ name }) => name)).toEqual([]);
  });

  it.each(named(noSuchMethod))('$name: there is no such method', async (call) => {
    await using relay = await startRelay([]);
    const { body } = await relay.post(call.requestBody!);
    expect(body).toMatchObject({ error: { code: -32601 } });
  });

  it.each(named([...envelopes.keys()]))('$name: the envelope is refused', async (call) => {
    await using relay = await startRelay([]);
    const { status, body } = await relay.post(call.requestBody!);
    expect([status, body]).toMatchObject([200, { error: { code: envelopes.get(call.name) } }]);
  });

  it.each(named(badMembers))('$name: a member is refused', async (call) => {
    await using node = await startNode((_request, socket) => socket.destroy());
    await using wallet = await startWallet([node.node]);
    const { method, params } = requestOf(call);
    expect(await wallet.call(method, params)).toMatchObject({ error: { code: -32602 } });
    expect(node.connections()).toBe(0);
  });

  it.each(offRelay)('$name: the relay does not sign', async (call) => {
    await using relay = await startRelay([]);
    const { body } = await relay.post(call.requestBody!);
    expect(body).toMatchObject({ error: { code: -32601 } });
  });

  it.each(transactions)('$name: the same bytes are signed', async (call) => {
    const tx = resultOf(call)!.tx!;
    await using wallet = await startWallet([parseAllowedNode('node.example')], {
      now: () => Number(tx.time) * 1000,
    });
    const { _host, _port, ...params } = paramsOf(call);
    const outcome = await wallet.call(requestOf(call).method, {
      ...params,
      '_dry-run': true,
      msid: Number(tx.account_msid),
      hash: tx.account_hashin,
      time: Number(tx.time),
    });
    expect(outcome).toMatchObject({ result: { tx: withoutReceipt(tx) } });
  });

  it.each(reads)('$name: the same request is sent', async (call) => {
    const { data, signature, time } = resultOf(call)!.tx!;
    await using node = await startNode((_request, socket) => socket.destroy());
    const now = () => (Number(time) < 10 ** 9 ? 1_795_238_725 : Number(time)) * 1000;
    await using wallet = await startWallet([node.node], { ...admin, now });
    const { _host, _port, ...params } = paramsOf(call);
    const { method } = requestOf(call);
    // The recorded client asks from where its file of old entries ends, and shows that as the time.
    const from = method === 'get_log' ? { from: Number(time) } : {};
    expect(await wallet.call(method, { ...params, ...from })).toMatchObject({
      error: { code: -32010 },
    });
    expect(node.requests.map((request) => request.slice(8).toUpperCase())).toEqual([
      data! + signature!,
    ]);
  });

  it.each(again)('$name: the answer of the node is passed on', async (call) => {
    const { error, result } = call.responseJson as {
      error?: { code: string; message: string; data: string };
      result?: { tx: Record<string, string> };
    };
    const { _host, _port, ...params } = paramsOf(call);
    await using node = await startNode((_request, socket) => {
      socket.write(frame(Number(error?.code), error?.data ?? ''));
    });
    await using relay = await startRelay([node.node]);
    if (error) {
      expect(await relay.sendAgain(params)).toEqual({
        error: {
          code: -32000,
          message: error.message,
          data: { code: Number(error.code), info: refusalInfo(error.code, error.data) },
        },
      });
    } else {
      const prepared = withoutReceipt(result!.tx);
      const outcome = await relay.sendAgain({ ...params, '_dry-run': true });
      expect(outcome).toMatchObject({ result: { tx: prepared } });
    }
  });

  it.each(refusedByNode)('$name: the refusal of the node is passed on', async (call) => {
    const { error } = call.responseJson as { error: Record<string, string> };
    await using node = await startNode((_request, socket) => {
      socket.write(frame(Number(error.code), error.data!));
    });
    await using wallet = await startWallet([node.node]);
    const { _host, _port, ...params } = paramsOf(call);
    const isWrite = !/^get_/.test(requestOf(call).method);
    const state = isWrite ? { msid: 1, hash: 'AB'.repeat(32) } : {};
    expect(await wallet.call(requestOf(call).method, { ...params, ...state })).toEqual({
      error: {
        code: -32000,
        message: error.message,
        data: { code: Number(error.code), info: refusalInfo(error.code, error.data) },
      },
    });
  });

  it.each(decoded)('$name: the same words', async (call) => {
    await using wallet = await startWallet([parseAllowedNode('node.example')]);
    expect(await wallet.call('decode_raw', requestOf(call).params)).toEqual({
      result: resultOf(call),
    });
  });

  it.each(http)('$name: HTTP', async ({ httpMethod }) => {
    await using relay = await startRelay([]);
    const { status } = await fetch(relay.url, { method: httpMethod });
    const expected: Record<string, number> = { OPTIONS: 204, GET: 405, PUT: 405 };
    expect(status).toBe(expected[httpMethod]);
  });
});

describe('recorded calls, each of its kind', () => {
  const find = (name: string) => calls.find((call) => call.name === name)!;
  const notOffered = { jsonrpc: '2.0', error: { code: -32601 } };

  it('rpc_null_id: null is an id, and asks for an answer', async () => {
    await using relay = await startRelay([]);
    const { body } = await relay.post(find('rpc_null_id').requestBody!);
    expect(body).toMatchObject({ ...notOffered, id: null });
  });

  it('rpc_batch: each is answered for itself', async () => {
    await using relay = await startRelay([]);
    const { body } = await relay.post(find('rpc_batch').requestBody!);
    expect(body).toMatchObject([1, 2].map((id) => ({ ...notOffered, id })));
  });

  it('rpc_batch_notif: a Notification silences itself alone', async () => {
    await using relay = await startRelay([]);
    const { body } = await relay.post(find('rpc_batch_notif').requestBody!);
    expect(body).toMatchObject([{ ...notOffered, id: 2 }]);
    expect(body).toHaveLength(1);
  });

  it('rpc_dead_port: a port that no configuration has is not tried', async () => {
    await using node = await startNode((_request, socket) => socket.destroy());
    await using wallet = await startWallet([node.node]);
    const { method, params } = requestOf(find('rpc_dead_port'));
    expect(await wallet.call(method, params)).toMatchObject({
      error: { code: -32602, data: { _port: expect.any(Array) } },
    });
    expect(node.connections()).toBe(0);
  });

  it('rpc_send_again_default_port: nothing listens at the configured node', async () => {
    const gone = await startNode((_request, socket) => socket.destroy());
    await gone[Symbol.asyncDispose]();
    await using relay = await startRelay([gone.node]);
    const { params } = requestOf(find('rpc_send_again_default_port'));
    expect(await relay.sendAgain(params!)).toMatchObject({ error: { code: -32010 } });
  });

  it('rpc_get_log_noaddr: no account is the wallet’s own', async () => {
    await using node = await startNode((_request, socket) => socket.destroy());
    await using wallet = await startWallet([node.node], admin);
    const { method, params } = requestOf(find('rpc_get_log_noaddr'));
    expect(await wallet.call(method, params)).toMatchObject({ error: { code: -32010 } });
    // Sender 1/0, from the beginning, target 0/0, not in full; then the signature.
    expect(node.requests[0]!.slice(8, -128)).toBe('110100000000000000000000000000000000');
  });

  it('rpc_status_float: 2.0 is the number 2', async () => {
    await using wallet = await startWallet([parseAllowedNode('node.example')]);
    const { method, params } = requestOf(find('rpc_status_float'));
    const address = withChecksum(String(params!.address));
    const state = { msid: 1, hash: 'AB'.repeat(32), '_dry-run': true };
    expect(await wallet.call(method, { ...params, address, ...state })).toMatchObject({
      result: { tx: { data: expect.stringMatching(/^0B.*0200$/) } },
    });
  });
});
