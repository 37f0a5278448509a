import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseTransaction } from '../../../sidecar/ledger/parse-transaction';
import { createLedgerClient, type LedgerClient } from '../../../src/platform/ledger/ledger-client';
import {
  addressOfUser,
  type LedgerWorld,
  startLedgerWorld,
} from '../../money/payments/ledger-world';

const text = 'https://peer.example/info.json';
const hex = Buffer.from(text).toString('hex');
const anyBytes = Buffer.from('ff00fe', 'hex');

let world: LedgerWorld;
let client: LedgerClient;
let begun: Date;

beforeAll(async () => {
  world = await startLedgerWorld();
  const { walletUrl, relayUrl } = world;
  client = createLedgerClient({ walletUrl, relayUrl, confirmBlocks: 2 });
  begun = new Date(world.clock.seconds * 1000);
  await world.callAs(3, 'broadcast', { message: hex });
  await world.callAs(4, 'broadcast', { message: anyBytes.toString('hex') });
  world.closeBlock();
  world.closeBlock();
});
afterAll(() => world.close());

describe('closed blocks', () => {
  it('are listed from a time on, each once, without the newest that may be replaced', async () => {
    const all = await client.listClosedBlocks(null);
    const seconds = all.map((block) => block.getTime() / 1000);
    expect(seconds).toEqual([...new Set(seconds)].sort((one, other) => one - other));
    expect((await client.listClosedBlocks(all[1]!)).map(String)).toEqual(all.slice(1).map(String));
    const { walletUrl, relayUrl } = world;
    const hasty = createLedgerClient({ walletUrl, relayUrl, confirmBlocks: 1 });
    expect(await hasty.listClosedBlocks(null)).toHaveLength(all.length + 1);
  });

  it('are listed from the first where nothing was before', async () => {
    const before = new Date(begun.getTime() - 86_400_000);
    expect(await client.listClosedBlocks(before)).toEqual(await client.listClosedBlocks(null));
  });
});

describe('broadcasts', () => {
  it('are told by block and sender, byte by byte', async () => {
    const found = [];
    for (const block of await client.listClosedBlocks(null))
      found.push(...((await client.listBroadcasts(block)) ?? []));
    expect(found).toEqual([
      { sender: addressOfUser(3), message: Buffer.from(text) },
      { sender: addressOfUser(4), message: anyBytes },
    ]);
  });

  it('are not told of a block that is open', async () => {
    const open = new Date((world.clock.seconds - (world.clock.seconds % 8)) * 1000);
    expect(await client.listBroadcasts(open)).toBeNull();
  });
});

describe('the key of an account', () => {
  it('is that of the ledger', async () => {
    const { result } = await world.call('get_account', { address: addressOfUser(3) });
    const key = result['account'].public_key as string;
    expect((await client.readPublicKey(addressOfUser(3)))?.toString('hex').toUpperCase()).toBe(key);
  });

  it('is null of an account that nobody has', async () => {
    expect(await client.readPublicKey('0001-00000FFF-95A1')).toBeNull();
  });
});

describe('a prepared transaction', () => {
  it.each([
    [
      'broadcast',
      () => client.readOwnAccount().then((at) => client.prepareBroadcast(at, anyBytes)),
    ],
    [
      'send_one',
      async () =>
        client.prepareMessage(await client.readOwnAccount(), {
          ...{ address: addressOfUser(3), amount: 7n, message: 'ab'.repeat(32) },
        }),
    ],
  ] as const)('of %s is not sent until it is sent again', async (method, prepare) => {
    const before = await client.readOwnAccount();
    const prepared = await prepare();
    expect((await client.readOwnAccount()).messageId).toBe(before.messageId);
    expect(parseTransaction(Buffer.from(prepared.data, 'hex')).type.method).toBe(method);
    await client.sendAgain(prepared);
    const { messageId, hash } = await client.readOwnAccount();
    expect({ messageId, hash }).toEqual(prepared.next);
  });
});
