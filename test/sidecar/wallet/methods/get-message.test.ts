import { describe, expect, it } from '@jest/globals';
import { formatHex } from '../../../../sidecar/ledger/hex';
import { getMessage } from '../../../../sidecar/ledger/requests/get-message';
import { say, startNode } from '../../support';
import type { OnChainTransaction } from '../../../../sidecar/ledger/on-chain-transaction';
import { startWallet } from '../support';

/** The answer of a node whose message has this number. */
function answerWith(
  nodeMessageId: number,
  transactions: readonly OnChainTransaction[] = [],
): string {
  const asked = { sender: { node: 1, user: 2 }, time: 0, block: 0, node: 1, nodeMessageId };
  const message = { signature: new Uint8Array(64), node: 1, nodeMessageId, time: 0 };
  const payload = getMessage.encodeResponse(asked, {
    block: 0,
    message: { ...message, transactions },
  });
  const frame = Buffer.alloc(8 + payload.length);
  frame.writeUInt32LE(4 + payload.length, 0);
  frame.set(payload, 8);
  return formatHex(frame);
}

describe('get_message', () => {
  it('takes a node that answers with another message for one that is not reachable', async () => {
    await using node = await startNode(say(answerWith(2)));
    await using wallet = await startWallet([node.node]);
    expect(await wallet.call('get_message', { message_id: '0001:00000002' })).toMatchObject({
      result: { message_id: '0001:00000002' },
    });
    expect(await wallet.call('get_message', { message_id: '0001:00000001' })).toEqual({
      error: { code: -32010, message: 'node not reachable: it answered with another message' },
    });
    expect(wallet.unexpected).toEqual([]);
  });

  it('shows the places of transactions that have failed, which are empty', async () => {
    const connection: OnChainTransaction = {
      kind: 'connection',
      port: 6510,
      ipv4: new Uint8Array([127, 0, 0, 1]),
      version: new Uint8Array(16),
    };
    const empty = (hex: string): OnChainTransaction => ({
      kind: 'empty',
      bytes: new Uint8Array(Buffer.from(hex, 'hex')),
    });
    // Of 7 bytes, of 4, and of a length that is too small to be one.
    const failed = [empty('00070000aabbcc'), empty('00040000'), empty('00000000')];
    await using node = await startNode(say(answerWith(1, [...failed, connection])));
    await using wallet = await startWallet([node.node]);
    expect(await wallet.call('get_message', { message_id: '0001:00000001' })).toMatchObject({
      result: {
        length: String(4 + 64 + 2 + 4 + 4 + 7 + 4 + 4 + 23),
        transactions: [
          { id: '0001:00000001:0001', type: 'empty', size: '7' },
          { id: '0001:00000001:0002', type: 'empty', size: '4' },
          { id: '0001:00000001:0003', type: 'empty', size: '4' },
          { id: '0001:00000001:0004', type: 'connection', size: '23' },
        ],
      },
    });
    expect(wallet.unexpected).toEqual([]);
  });
});
