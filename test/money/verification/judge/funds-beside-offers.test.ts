import { expect, it } from '@jest/globals';
import { partitionOf } from '../../../../src/market/events/event';
import { bookDeposit } from '../../../../src/money/pockets/pocket.service';
import { verifyEventBatch } from '../../../../src/money/verification/judge/verify-events.service';
import { ensurePeerAccount } from '../../../../src/peers/directory/peer-account.service';
import { allowPeer } from '../../../../src/peers/directory/peer-word.service';
import { anId } from '../../../support/events';
import { aPeer } from '../../../support/peer-access';
import { startVerifier } from '../../../support/verification';
import { aSite, eleven, minutesAfter, noon, usd } from '../../../support/verifier';

const address = '0001-00000005-CBCA';
const coin = 10n ** 11n;

/** Funds of 10 coins, of which offers of ours have set 10 cents aside at 2 cents a coin, and views of another server after that hour. */
async function reasonsOfTheirs(of: { readonly rate: bigint; readonly price: bigint }) {
  const one = await startVerifier({ env: { ADGATE_PEERS: 'approve' } });
  const { ctx, clock } = one;
  clock.now = minutesAfter(eleven, -1);
  await ctx.rateStore.put({ from: noon, rate: of.rate, setAt: eleven, source: 'operator' });
  await ctx.rates.refresh();
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address }), session));
  await allowPeer(ctx, { address, oursThere: true, theirsHere: false, dailyLimit: 1_000n * coin });
  const publisherId = await ensurePeerAccount(ctx, address);
  const siteId = anId();
  await ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
  clock.now = minutesAfter(noon, -5);
  const market = await one.addMarket({ creditLimit: 0n });
  const { advertiserId } = market;
  await bookDeposit(ctx, { accountId: advertiserId, amount: 10n * coin });
  const slice = { owner: { advertiserId }, at: clock.now, version: 0 };
  const [amount, offers] = [usd(10), 10n];
  await ctx.campaignHours.accounts.takeSlices([{ ...slice, amount, offers, forViews: amount }]);
  clock.now = minutesAfter(noon, 5);
  const peer = { address, cid: anId(), publisher: 'p', isShown: true, unmet: null };
  const theirs = await one.store(
    { ...market, publisherId, siteId },
    { exp: 1_800, price: of.price, peer: { ...peer, needsPage: false } },
  );
  await verifyEventBatch(ctx, partitionOf(advertiserId));
  return one.reasonsOf(theirs);
}

it('another server has the funds that offers of the hour before leave, in coins at the rate of each', async () => {
  // 10 cents are 5 coins of these, whatever a coin is worth now.
  expect(await reasonsOfTheirs({ rate: usd(8), price: usd(48) })).toEqual(['no_funds']);
  expect(await reasonsOfTheirs({ rate: usd(8), price: usd(40) })).toEqual(['accepted']);
  expect(await reasonsOfTheirs({ rate: usd(1), price: usd(5) })).toEqual(['accepted']);
});
