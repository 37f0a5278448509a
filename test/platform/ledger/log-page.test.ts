import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerClient } from '../../../src/platform/ledger/ledger-client';
import type { LogPage } from '../../../src/platform/ledger/log-page';
import {
  addressOfUser,
  type LedgerWorld,
  startLedgerWorld,
} from '../../money/payments/ledger-world';

let world: LedgerWorld;
let sent: string[];

/** Three transfers in one second, then two in a second each, and one to somebody else. */
beforeAll(async () => {
  world = await startLedgerWorld();
  sent = [];
  for (const pause of [0, 0, 0, 1, 1]) {
    world.clock.seconds += pause;
    const params = { address: addressOfUser(1), amount: '1', message: 'AB'.repeat(32) };
    const { result } = await world.callAs(5, 'send_one', params);
    sent.push(result['tx'].id as string);
  }
  await world.call('send_one', { address: addressOfUser(6), amount: '2' });
});
afterAll(() => world.close());

async function readPages(size: number, from = new Date(0)): Promise<readonly LogPage[]> {
  const { walletUrl, relayUrl } = world;
  const client = createLedgerClient({ walletUrl, relayUrl, confirmBlocks: 2, logPageSize: size });
  const pages: LogPage[] = [];
  for await (const page of client.readLog(from)) pages.push(page);
  return pages;
}

describe('the log of an account', () => {
  it.each([1, 2, 3, 4, 5, 6, 100])(
    'is read whole in pages of %d: none divides a second',
    async (size) => {
      const pages = await readPages(size);
      expect(pages.flatMap(({ received }) => received.map((one) => one.transactionId))).toEqual(
        sent,
      );
      expect(pages.flatMap((page) => page.sent.map(({ address }) => address))).toEqual([
        addressOfUser(6),
      ]);
      expect(pages.filter(({ isLast }) => isLast)).toEqual([pages.at(-1)]);
      for (const [at, { from, received }] of pages.entries()) {
        const until = pages[at - 1]?.until;
        if (until) expect(from.getTime()).toBe(until.getTime() + 1000);
        for (const { time } of received)
          expect(time.getTime()).toBeGreaterThanOrEqual(from.getTime());
      }
    },
  );

  it('tells of each who has sent it, how much, and the message', async () => {
    const [page] = await readPages(100);
    expect(page?.received[0]).toMatchObject({
      ...{ transactionId: sent[0], sender: addressOfUser(5), amount: 10n ** 11n },
      message: 'ab'.repeat(32),
    });
  });

  it('is empty behind its end', async () => {
    const from = new Date(world.clock.seconds * 1000 + 1000);
    expect(await readPages(2, from)).toEqual([
      { from, until: from, isLast: true, sent: [], received: [] },
    ]);
  });
});
