import { expect, it } from '@jest/globals';
import { sessions } from '../../../vectors/ledger-sessions.json';
import { say, startNode } from '../../support';
import { startWallet } from '../support';

it('get_log counts the entries of the type alone towards the limit', async () => {
  const recorded = sessions.find(({ name }) => name === 'get_log_type');
  await using node = await startNode(say(recorded!.connections[0]!.received[0]!));
  await using wallet = await startWallet([node.node]);
  const listTimes = async (params: object) => {
    const { result } = await wallet.call('get_log', params);
    return (result as { readonly log: readonly { readonly time: string }[] }).log.map(
      ({ time }) => time,
    );
  };
  const all = await listTimes({ type: 'send_one' });
  expect(all).toHaveLength(4);
  for (const limit of [1, 2, 3])
    expect(await listTimes({ type: 'send_one', limit })).toEqual(all.slice(0, limit));
  expect(wallet.unexpected).toEqual([]);
});
