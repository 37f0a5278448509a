import { describe, expect, it } from '@jest/globals';
import recorded from '../../vectors/send-again.json';
import { say, startNode, startRelay } from '../support';

const accepted = recorded.sessions.find(({ name }) => name === 'send_again_ok')!;
const refused = recorded.sessions.find(({ name }) => name === 'send_again_duplicate')!;
const bytes = { data: accepted.data, signature: accepted.signature };
const hello = recorded.hello.node;

describe('a node that speaks before it is asked', () => {
  it.each([
    ['with an acceptance', hello + accepted.response],
    ['with a refusal', hello + refused.response],
    ['with the beginning of an answer', hello + accepted.response.slice(0, 20)],
    ['with one byte', `${hello}00`],
    ['with the word of a busy node', `${hello}2f000000`],
  ])('%s is sent nothing, for its answers would say nothing', async (_case, greeting) => {
    await using node = await startNode(say(accepted.response), { greeting });
    await using relay = await startRelay([node.node]);
    expect(await relay.sendAgain(bytes)).toMatchObject({ error: { code: -32010 } });
    expect(node.requests).toEqual([]);
  });

  it('is left after an answer that goes on', async () => {
    await using node = await startNode(say(`${accepted.response}00`));
    await using relay = await startRelay([node.node]);
    expect(await relay.sendAgain(bytes)).toHaveProperty('result');
    expect(await relay.sendAgain(bytes)).toHaveProperty('result');
    expect(node.connections()).toBe(2);
  });
});
