import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllowedNode } from '../../../../sidecar/node/allowed-nodes';
import { walletMethods } from '../../../../sidecar/wallet/methods/index';
import { parseAccountAddress } from '../../../../sidecar/ledger/address';
import { getLog, ownLog } from '../../../../sidecar/ledger/requests/get-log';
import { parseSecret } from '../../../../sidecar/ledger/signing';
import { AccountWriter } from '../../../../sidecar/wallet/account-writer';
import { say, startNode, type StandInNode } from '../../support';
import { startWallet, testAccount, type RunningWallet } from '../support';

const address = '0001-00000003-AB0C';
const hash = 'AB'.repeat(32);
const state = { msid: 1, hash, '_dry-run': true };
const newKey = parseSecret('new key');
const public_key = Buffer.from(newKey.publicKey).toString('hex');
const confirm = Buffer.from(newKey.sign(new Uint8Array(0))).toString('hex');
const prepared = { data: `07010002000000010000002525016B`, signature: '00'.repeat(64) };

/** A complete good call of every method. */
const good: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_me: {},
  get_account: { address },
  get_accounts: { node: 1, block: '6B012400' },
  get_log: { address, from: 0, type: 'send_one', full: true, limit: 10 },
  get_block_depth: { block: '6B012400' },
  get_block_times: { from: '6B012400' },
  get_broadcast: { from: '6B012400' },
  get_transaction: { txid: '0001:00000002:0001' },
  get_vipkeys: { viphash: hash },
  get_signatures: { block: '6B012400' },
  get_message_list: { block: '6B012400' },
  get_message: { message_id: '0001:00000002', block: '6B012400' },
  decode_raw: prepared,
  sign_request: {},
  sign_details: { txid: '0001:00000002:0001', account: testAccount.address },
  broadcast: { message: '00', ...state },
  send_one: { address, amount: '1', message: '00'.repeat(32), ...state },
  send_many: { wires: { [address]: '1' }, ...state },
  create_account: { node: 1, public_key, confirm, ...state },
  create_node: state,
  retrieve_funds: { address, ...state },
  change_account_key: { public_key, confirm, ...state },
  change_node_key: { public_key, node: 1, ...state },
  set_account_status: { address, status: 2, ...state },
  unset_account_status: { address, status: 2, ...state },
  set_node_status: { node: 1, status: 8, ...state },
  unset_node_status: { node: 1, status: 8, ...state },
  log_account: state,
  send_again: { ...prepared, '_dry-run': true },
};

const objects: readonly unknown[] = [{}, { toString: 'x' }, ['0001-00000003-AB0C']];
const notText = [1, true, ...objects];
const notInteger = ['1', 1.5, true, Number.MAX_SAFE_INTEGER + 1, ...objects];
const unsigned = (bits: number) => [...notInteger, -1, 2 ** bits, 2 ** 53 - 1, -(2 ** 31)];
const badHex = ['0', 'zz', ' 00', '00 ', '0x00', '00\n', '０0'];
const badHexOf = (bytes: number) => [
  ...notText,
  ...badHex,
  '',
  '00'.repeat(bytes - 1),
  '00'.repeat(bytes + 1),
  '0'.repeat(2 * bytes - 1),
  `${'00'.repeat(bytes - 1)}0g`,
];
const badAddresses = [
  ...notText,
  '',
  '0001-00000003-AB0D',
  '0001-00000003-xxxx',
  '0001-00000003',
  '0001-00000003-AB0C ',
  ' 0001-00000003-AB0C',
  '+001-00000003-AB0C',
  '0001 00000003 AB0C',
  '000G-00000003-AB0C',
  '0001-0000003-AB0C',
  '00001-00000003-AB0C',
  '0001-00000003-AB0C\n',
  '０001-00000003-AB0C',
  'x'.repeat(100_000),
];
const badAmounts = [
  ...notText,
  '',
  ' ',
  '.',
  '1.',
  '.5',
  '-1',
  '-0',
  '+1',
  '1e3',
  '0x10',
  '1,5',
  '1.2.3',
  '1 ',
  ' 1',
  '1\n',
  '0.123456789012',
  '1.000000000000',
  'Infinity',
  'NaN',
  '１',
  '99999999999',
  '92233720.36854775808',
  '92233720.36854775807',
  '9'.repeat(100_000),
];
const badBlocks = [...notText, '', '6B01240', '6B0124000', '6B01240G', '0x6B0124', ' 6B01240'];
const badNames = [
  ...notText,
  '',
  '0001:00000002',
  '0001:00000002:00001',
  '0001-00000002:0001',
  'G001:00000002:0001',
];

/** Bad values of every member, by its name; `null` is not among them, because it means absent. */
const bad: Readonly<Record<string, readonly unknown[]>> = {
  address: badAddresses,
  account: [...badAddresses, '0001-00000002-XXXX', '0001-00000000-9B6F'],
  amount: badAmounts,
  message: badHexOf(32),
  wires: [
    'x',
    1,
    [],
    [[address, '1']],
    {},
    ...badAddresses.filter((value) => typeof value === 'string').map((value) => ({ [value]: '1' })),
    ...badAmounts.map((value) => ({ [address]: value })),
    { [address]: '0' },
    { [address]: null },
    { [address]: '1', [address.toLowerCase()]: '1' },
    { [address]: '92233720', '0001-00000000-9B6F': '1' },
  ],
  node: unsigned(16),
  status: unsigned(32),
  block: badBlocks,
  from: [],
  type: [...notText, '', 'unknown', 'SEND_ONE', 'frobnicate', '__proto__'],
  full: [0, 1, 'true', ...objects],
  txid: badNames,
  message_id: [
    ...notText,
    '',
    '0001:0000002',
    '0001:00000002:0001',
    '0001-00000002',
    'G001:00000002',
  ],
  viphash: badHexOf(32),
  public_key: badHexOf(32),
  confirm: [
    ...badHexOf(64),
    '00'.repeat(64),
    confirm.replace(/^../, (byte) => (byte === '00' ? '01' : '00')),
  ],
  data: [...notText, ...badHex, '', '80', '00', '1B', '04', `${prepared.data}00`],
  signature: badHexOf(64),
  msid: unsigned(32),
  hash: badHexOf(32),
  time: unsigned(32),
  '_dry-run': [0, 1, 'true', ...objects],
  _address: [...badAddresses, '0001-00000000-9B6F'],
  _host: [...notText, '', 'localhost', '169.254.169.254', '127.0.0.2'],
  _port: [...notInteger, 0, -1, 65_536, 22],
};

const special: Readonly<Record<string, readonly unknown[]>> = {
  'broadcast.message': [...notText, ...badHex, '', '00'.repeat(32_001)],
  'create_account.public_key': [...badHexOf(32), 'FF'.repeat(32)],
  'change_account_key.public_key': [...badHexOf(32), 'FF'.repeat(32)],
  'get_log.from': unsigned(32),
  'get_log.limit': unsigned(32),
  'get_block_times.from': badBlocks,
  'get_broadcast.from': badBlocks,
  'set_account_status.status': unsigned(16),
  'unset_account_status.status': unsigned(16),
};

const common = ['msid', 'hash', 'time', '_dry-run', '_address', '_host', '_port'];
/** send_again takes these for the sake of clients and does not look at them: the bytes are signed. */
const ignoredBySendAgain = new Set(['msid', 'hash', 'time', '_address']);

/** decode_raw takes the common members without a look, because it reaches nothing. */
function isChecked(method: string, name: string, value: unknown): boolean {
  if (method !== 'send_again' && method !== 'decode_raw') return true;
  const isIgnored = ignoredBySendAgain.has(name) || (method === 'decode_raw' && name in commonSet);
  return !isIgnored || !hasRightType(name, value);
}

const commonSet = Object.fromEntries(common.map((name) => [name, true]));

function hasRightType(name: string, value: unknown): boolean {
  if (['msid', 'time', '_port'].includes(name)) return Number.isSafeInteger(value);
  return typeof value === 'string';
}

function badValuesOf(method: string, name: string): readonly unknown[] {
  const values = special[`${method}.${name}`] ?? bad[name];
  if (!values) throw new Error(`no bad values are listed for ${method}.${name}`);
  return values;
}

const cases = Object.entries(good).flatMap(([method, params]) =>
  [...new Set([...Object.keys(params), ...common])].flatMap((name) =>
    badValuesOf(method, name)
      .filter((value) => isChecked(method, name, value))
      .map((value) => ({ method, name, value })),
  ),
);

describe('get_log', () => {
  it.each([undefined, testAccount.address])(
    'asks for the own log by no address, because a node answers arbitrary bytes by the own: %s',
    async (own) => {
      await using node = await startNode(say('080000000700000000000000'));
      await using wallet = await startWallet([node.node]);
      await wallet.call('get_log', { address: own });
      const [request = ''] = node.requests;
      const data = Buffer.from(request, 'hex').subarray(4);
      expect(getLog.decode(new Uint8Array(data.subarray(0, -64))).target).toEqual(ownLog);
    },
  );
});

describe('bad members', () => {
  let node: StandInNode;
  let wallet: RunningWallet;

  beforeAll(async () => {
    node = await startNode(say('00'));
    wallet = await startWallet([node.node, parseAllowedNode('node.example')]);
  });

  afterAll(async () => {
    expect(wallet.unexpected).toEqual([]);
    await wallet[Symbol.asyncDispose]();
    await node[Symbol.asyncDispose]();
  });

  it('are tried on every method there is', () => {
    const account = {
      address: parseAccountAddress(testAccount.address),
      key: parseSecret(testAccount.secret),
    };
    const submit = () => Promise.reject(new Error('must not be used'));
    const ctx = { account, submit, now: Date.now, nodes: [] };
    const writer = new AccountWriter(ctx, { queueMs: 1, maxWaiting: 1 });
    expect(Object.keys(good).sort()).toEqual([...walletMethods({ ...ctx, writer }).keys()].sort());
  });

  it.each(Object.entries(good).filter(([, params]) => '_dry-run' in params))(
    'the good call of %s is good',
    async (method, params) => {
      expect(await wallet.call(method, params)).toHaveProperty('result');
    },
  );

  it.each([
    ['send_one', { address: '0001-00000003-XXXX', amount: '1' }, { address, amount: '1' }],
    ['send_many', { wires: { '0001-00000003-XXXX': '1' } }, { wires: { [address]: '1' } }],
    [
      'send_one',
      { address, amount: '1', _address: '0001-00000002-XXXX' },
      { address, amount: '1' },
    ],
  ])('are not addresses whose checksum is XXXX: %s', async (method, unchecked, checked) => {
    const call = (params: object) => wallet.call(method, { ...params, ...state, time: 1 });
    const outcome = await call(unchecked);
    expect(outcome).toHaveProperty('result.tx.data');
    expect(outcome).toEqual(await call(checked));
  });

  it.each(Object.keys(good))(
    'of %s are all refused by name, before any connection',
    async (method) => {
      const own = cases.filter((one) => one.method === method);
      expect(own.length).toBeGreaterThan(10);
      for (const { name, value } of own) {
        const outcome = await wallet.call(method, { ...good[method], [name]: value });
        const { code, data } = outcome.error ?? {};
        const shown = JSON.stringify(value).slice(0, 80);
        expect([shown, name, code]).toEqual([shown, name, -32602]);
        expect(Object.keys(data as object).join()).toMatch(namesOf(name));
      }
      expect(node.connections()).toBe(0);
    },
  );

  it.each(Object.keys(good))('of %s that do not exist are refused', async (method) => {
    for (const name of ['secret', 'run', 'sender', 'extra_data', '_dry_run', 'constructor']) {
      const { error } = await wallet.call(method, { ...good[method], [name]: 'x' });
      expect(error).toMatchObject({ code: -32602, data: { [name]: expect.any(Array) } });
    }
    const text = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"__proto__":"x"}}`;
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(wallet.url, { method: 'POST', headers, body: text });
    expect(await response.json()).toMatchObject({ error: { code: -32602 } });
  });

  it.each(Object.entries(good))(
    'of %s may not be left out where needed',
    async (method, params) => {
      const optional = [
        'node',
        'block',
        'from',
        'type',
        'full',
        'limit',
        'time',
        '_dry-run',
        'msid',
        'hash',
      ];
      for (const name of Object.keys(params)) {
        const isOptional =
          optional.includes(name) ||
          (method === 'send_one' && name === 'message') ||
          (method === 'get_log' && name === 'address') ||
          (method === 'decode_raw' && name === 'signature');
        if (isOptional && !(name === 'node' && method.endsWith('node_status'))) continue;
        const { [name]: _left, ...rest } = params;
        for (const given of [rest, { ...rest, [name]: null }]) {
          const { error } = await wallet.call(method, given);
          expect([name, error?.code]).toEqual([name, -32602]);
        }
      }
    },
  );

  it.each(Object.keys(good))('%s takes no list of parameters', async (method) => {
    expect(await wallet.call(method, [1])).toMatchObject({ error: { code: -32602 } });
  });

  it.each(['get_block', 'get_blocks', 'create_free_account', 'get_fields', 'system.describe'])(
    '%s is no method',
    async (method) => {
      expect(await wallet.call(method, {})).toMatchObject({ error: { code: -32601 } });
    },
  );

  it('names every bad member at once', async () => {
    const { error } = await wallet.call('send_one', { address: 'x', amount: '-1', msid: -1 });
    expect(Object.keys(error!.data as object).sort()).toEqual(['address', 'amount', 'msid']);
  });

  /** A confirmation can be no good because of the key beside it, and both belong together. */
  function namesOf(name: string): RegExp {
    if (name === 'public_key') return /public_key|confirm/;
    if (name === '_host' || name === '_port') return /_host|_port/;
    return new RegExp(`(^|,)${name}(,|$)`);
  }
});
