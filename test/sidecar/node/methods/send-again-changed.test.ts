import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { formatHex, parseHex } from '../../../../sidecar/ledger/hex';
import { transactionTypes } from '../../../../sidecar/ledger/transactions/index';
import recorded from '../../../vectors/transactions.json';
import { say, startNode, startRelay, type RunningRelay, type StandInNode } from '../../support';

interface SignedVector {
  readonly name: string;
  readonly data: string;
  readonly signature: string;
}

interface Outcome {
  readonly error?: { readonly code: number };
}

const vectors = recorded.vectors.filter(
  (vector): vector is typeof vector & SignedVector => vector.signature !== undefined,
);

let node: StandInNode;
let relay: RunningRelay;
let seenBefore = 0;

beforeAll(async () => {
  // A node refuses with 15 whatever is not what its sender has signed.
  node = await startNode(say('040000000f000000'));
  relay = await startRelay([node.node]);
});

beforeEach(() => {
  seenBefore = node.requests.length;
});

afterAll(async () => {
  expect(relay.unexpected).toEqual([]);
  await relay[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

/** Calls `send_again` with each, in as few batches as are allowed. */
async function sendAll(calls: readonly object[]): Promise<readonly number[]> {
  const codes: number[] = [];
  for (let start = 0; start < calls.length; start += 20) {
    const batch = calls
      .slice(start, start + 20)
      .map((params, id) => ({ jsonrpc: '2.0', id, method: 'send_again', params }));
    const { body } = await relay.post(JSON.stringify(batch));
    codes.push(...(body as readonly Outcome[]).map(({ error }) => error?.code ?? 0));
  }
  return codes;
}

/** Every way to have one byte other than it was; each byte is changed by another amount. */
function changesOf(hex: string): readonly string[] {
  const bytes = parseHex(hex);
  return Array.from(bytes, (byte, index) => {
    const changed = new Uint8Array(bytes);
    changed[index] = byte ^ (1 + ((index * 37) % 255));
    return formatHex(changed);
  });
}

function prefixesOf(hex: string): readonly string[] {
  return Array.from({ length: hex.length / 2 }, (_, length) => hex.slice(0, 2 * length));
}

const seen = () =>
  node.requests
    .slice(seenBefore)
    .map((request) => request.slice(8).toUpperCase())
    .sort();

/** Data as it goes out: with the block that a node fills, where it was left out. */
function wireOf(data: string): string {
  const { unsignedBlock, layout } = transactionTypes.get(parseHex(data)[0]!)!;
  return unsignedBlock?.filledBy === 'node' ? data.padEnd(2 * layout.minSize, '0') : data;
}

describe('recorded transactions', () => {
  it.each(vectors)('cut anywhere never reach the node: $name', async ({ data, signature }) => {
    const { unsignedBlock } = transactionTypes.get(parseHex(data)[0]!)!;
    const whole = unsignedBlock?.filledBy === 'node' ? 2 * unsignedBlock.size : 0;
    const calls = [
      ...prefixesOf(data)
        .filter(({ length }) => whole === 0 || length !== wireOf(data).length - whole)
        .map((prefix) => ({ data: prefix, signature })),
      ...prefixesOf(signature).map((prefix) => ({ data, signature: prefix })),
    ];
    expect(new Set(await sendAll(calls))).toEqual(new Set([-32602]));
    expect(seen()).toEqual([]);
  });

  it.each(vectors)(
    'with a byte of the signature changed reach it as they are: $name',
    async ({ data, signature }) => {
      const changed = changesOf(signature);
      const codes = await sendAll(changed.map((other) => ({ data, signature: other })));
      expect(new Set(codes)).toEqual(new Set([-32000]));
      expect(seen()).toEqual(changed.map((other) => wireOf(data) + other).sort());
    },
  );

  it.each(vectors)(
    'with a byte of the data changed reach it as they are, or not at all: $name',
    async ({ data, signature }) => {
      const changed = changesOf(data);
      const codes = await sendAll(changed.map((other) => ({ data: other, signature })));
      const passed = changed.filter((_, index) => codes[index] === -32000);
      expect(codes.filter((code) => code !== -32000 && code !== -32602)).toEqual([]);
      expect(passed.length).toBeGreaterThan(data.length / 4);
      expect(seen()).toEqual(passed.map((other) => wireOf(other) + signature).sort());
    },
  );
});
