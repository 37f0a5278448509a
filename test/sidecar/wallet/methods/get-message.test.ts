import { describe, expect, it } from '@jest/globals';
import { formatHex } from '../../../../sidecar/ledger/hex';
import { getMessage } from '../../../../sidecar/ledger/requests/get-message';
import { say, startNode } from '../../support';
import { startWallet } from '../support';

/** The answer of a node whose message has this number. */
function answerWith(nodeMessageId: number): string {
  const asked = { sender: { node: 1, user: 2 }, time: 0, block: 0, node: 1, nodeMessageId };
  const message = { signature: new Uint8Array(64), node: 1, nodeMessageId, time: 0 };
  const payload = getMessage.encodeResponse(asked, {
    block: 0,
    message: { ...message, transactions: [] },
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
});
