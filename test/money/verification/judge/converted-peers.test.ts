import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../../src/demand/campaigns/campaign.resource';
import { type AdEvent, eventIdOf } from '../../../../src/market/events/event';
import {
  recordClickConversion,
  recordConversion,
} from '../../../../src/market/recorded-conversions/recorded-conversion.service';
import { checkBooks } from '../../../../src/money/books/check-books.service';
import { prepareRemittances } from '../../../../src/money/remittances/prepare-remittances.service';
import type { ConversionVerdict } from '../../../../src/money/verification/verdict';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { ensurePeerAccount } from '../../../../src/peers/directory/peer-account.service';
import { allowPeer, denyPeer } from '../../../../src/peers/directory/peer-word.service';
import { aNewConversion } from '../../../support/conversions';
import { anId } from '../../../support/events';
import { aPeer } from '../../../support/peer-access';
import { startVerifier } from '../../../support/verification';
import {
  aSite,
  eleven,
  type Market,
  minutesAfter,
  usd,
  type Verifier,
} from '../../../support/verifier';

const address = '0001-00000005-CBCA';
const day = 24 * 60;
const request = {
  ...{ remoteAddress: '198.51.100.7', userAgent: 'test', isHead: false, headers: {} },
};
/** 10^-11 coins of a US cent at 0.02 USD a coin. */
const coinsOfCent = 5n * 10n ** 10n;
const lessFee = (charge: bigint) => charge - charge / 100n;

let one: Verifier;
let accountId: string;
beforeAll(async () => {
  one = await startVerifier({ env: { ADGATE_PEERS: 'approve', ADGATE_PAY_PART_HOURS: '1' } });
  one.clock.now = minutesAfter(eleven, -1);
  await one.ctx.inTransaction((session) => one.ctx.peers.insert(aPeer({ address }), session));
  accountId = await ensurePeerAccount(one.ctx, address);
});
beforeEach(async () => {
  one.clock.now = minutesAfter(eleven, 20);
  const dailyLimit = 10n ** 17n;
  await allowPeer(one.ctx, { address, oursThere: true, theirsHere: false, dailyLimit });
  one.clock.now = minutesAfter(eleven, 21);
});

interface Converting extends Market {
  /** Its conversion, worth 10 cents. */
  readonly conversionId: string;
  readonly secret: string;
}

async function addMarket(campaign: Partial<Campaign> = {}): Promise<Converting> {
  const at = one.clock.now;
  one.clock.now = eleven;
  const own = await one.addMarket({ campaign });
  const [siteId, conversionId] = [anId(), anId()];
  await one.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId: accountId }));
  const { campaignId, advertiserId } = own;
  await one.ctx.conversions.insert(
    aNewConversion({ id: conversionId, campaignId, advertiserId, value: usd(10) }),
  );
  one.clock.now = at;
  return { ...own, publisherId: accountId, siteId, conversionId, secret: '' };
}

/** A view of the peer's at a price of 1 cent, and its click. */
async function visit(
  market: Market,
  change: { readonly click?: Partial<AdEvent> | null; readonly view?: Partial<AdEvent> } = {},
) {
  const cid = `${anId().slice(0, 30)}07`;
  const caseId = `${cid.slice(0, 30)}00`;
  const peer = { address, cid, publisher: 'p', isShown: true, unmet: null, needsPage: false };
  const common = { exp: 1_800, caseId, peer };
  const [view] = await one.store(market, { ...common, ...change.view });
  const { offerId } = view!;
  const id = eventIdOf('click', offerId, null);
  if (change.click !== null)
    await one.store(market, {
      ...{ ...common, kind: 'click', id, offerId, price: usd(2) },
      ...change.click,
    });
  await verifyAllDue(one.ctx);
  return { caseId, cid };
}

const noSignature = { value: null, nonce: null, timestamp: null, signature: null };
const convert = (market: Converting, caseId: string) =>
  recordConversion({ ...one.ctx, request }, { id: market.conversionId, caseId, ...noSignature });

async function verdictOf({ campaignId }: Market): Promise<ConversionVerdict> {
  await verifyAllDue(one.ctx);
  const found = await one.db.collection('recordedConversions').findOne({ campaignId });
  const verdict = found?.['verdict'] as ConversionVerdict | undefined;
  if (!verdict) throw new Error('it has no verdict');
  return verdict;
}

async function lineOf(cid: string): Promise<bigint | undefined> {
  await prepareRemittances(one.ctx, new AbortController().signal);
  const remittance = (await one.ctx.remittances.listOpen([accountId])).get(accountId);
  const lines = await one.ctx.remittances.listLines(remittance?.id ?? '', {
    ...{ offset: 0, limit: 10_000 },
  });
  return lines.find((line) => line.cid === cid)?.value;
}

describe('a conversion on another server’s site', () => {
  it('is paid after a click, without our fee of supply, and told with its case', async () => {
    const market = await addMarket();
    const { caseId, cid } = await visit(market);
    await convert(market, caseId);
    const charge = 10n * coinsOfCent;
    expect(await verdictOf(market)).toMatchObject({
      ...{ status: 'accepted', price: usd(10), charge, supplyFee: 0n, revenue: lessFee(charge) },
    });
    expect(await lineOf(cid)).toBe(
      lessFee(coinsOfCent) + lessFee(2n * coinsOfCent) + lessFee(charge),
    );
    const problems = (await checkBooks(one.ctx)).filter(({ problem }) => problem !== null);
    expect(problems).toEqual([]);
  });

  it('is told by the next payment where its view was told before, by the name of then', async () => {
    const market = await addMarket();
    const { caseId, cid } = await visit(market);
    const before = await lineOf(cid);
    const [open] = (await one.ctx.remittances.listOpen([accountId])).values();
    await one.ctx.remittances.change(open!.id, 'ready', { state: 'paid', paymentId: anId() });
    expect(before).toBe(lessFee(coinsOfCent) + lessFee(2n * coinsOfCent));
    await convert(market, caseId);
    await verdictOf(market);
    expect(await lineOf(cid)).toBe(lessFee(10n * coinsOfCent));
  });

  it('is refused without a click, and five days after its view', async () => {
    const market = await addMarket();
    const { caseId } = await visit(market, { click: null });
    await expect(convert(market, caseId)).rejects.toThrow('has no impression');
    const late = await visit(market);
    one.clock.now = minutesAfter(one.clock.now, 5 * day + 1);
    await expect(convert(market, late.caseId)).rejects.toThrow('has no impression');
  });

  it('is judged by the verdict of its click', async () => {
    const market = await addMarket();
    const { caseId } = await visit(market, { click: { price: null } });
    await convert(market, caseId);
    expect(await verdictOf(market)).toMatchObject({ status: 'rejected', reason: 'no_click' });
  });

  it.each([
    [null, usd(2)],
    [usd(2), null],
  ])('earns its part by either click of its case, of prices %s and %s', async (...prices) => {
    const market = await addMarket();
    const { caseId, cid } = await visit(market, { click: { price: prices[0] } });
    one.clock.now = minutesAfter(one.clock.now, 1);
    const ofCase = { caseId, peer: { ...aCase(), cid } };
    await visit(market, { view: ofCase, click: { ...ofCase, price: prices[1] } });
    await convert(market, caseId);
    expect(await verdictOf(market)).toMatchObject({ status: 'accepted', price: usd(10) });
    expect(await lineOf(cid)).toBe(
      2n * lessFee(coinsOfCent) + lessFee(2n * coinsOfCent) + lessFee(10n * coinsOfCent),
    );
  });

  it('earns nothing by a click of its case that a site of ours has shown', async () => {
    const market = await addMarket();
    const { caseId } = await visit(market, { click: { price: null } });
    const { publisherId, siteId } = await one.addMarket();
    one.clock.now = minutesAfter(one.clock.now, 1);
    const offerId = anId();
    const common = { exp: 1_800, caseId, offerId, publisherId, siteId };
    const id = eventIdOf('click', offerId, null);
    const click = { ...common, kind: 'click', id, price: usd(2) } as const;
    const ours = await one.store(market, common, click);
    await verifyAllDue(one.ctx);
    expect(await one.reasonsOf(ours)).toEqual(['accepted', 'accepted']);
    await convert(market, caseId);
    expect(await verdictOf(market)).toMatchObject({ status: 'rejected', reason: 'no_click' });
  });

  it('earns nothing by a click that another server tells of its case', async () => {
    const other = '0001-00000004-DBEB';
    const url = 'https://other.example';
    const { info } = aPeer();
    const hosts = { serverUrl: url, panelUrl: url, inventoryUrl: `${url}/list` };
    const peer = aPeer({ address: other, url, info: { ...info, ...hosts } });
    await one.ctx.inTransaction((session) => one.ctx.peers.insert(peer, session));
    const terms = { oursThere: true, theirsHere: false, dailyLimit: 10n ** 17n };
    await allowPeer(one.ctx, { address: other, ...terms });
    one.clock.now = minutesAfter(one.clock.now, 1);
    const market = await addMarket();
    const { caseId, cid } = await visit(market, { click: { price: null } });
    const siteId = anId();
    const publisherId = await ensurePeerAccount(one.ctx, other);
    await one.ctx.sites.insertOrFind(aSite({ id: siteId, publisherId }));
    one.clock.now = minutesAfter(one.clock.now, 1);
    const told = { ...aCase(), cid, address: other };
    const ofCase = { caseId, peer: told };
    await visit({ ...market, publisherId, siteId }, { view: ofCase, click: ofCase });
    const clicks = await one.db.collection('events').find({ caseId, kind: 'click' }).toArray();
    expect(clicks.map((click) => click['verdict'].status).sort()).toEqual(['accepted', 'rejected']);
    await convert(market, caseId);
    expect(await verdictOf(market)).toMatchObject({ status: 'rejected', reason: 'no_click' });
  });

  it('earns nothing once the server is not allowed any more', async () => {
    const market = await addMarket();
    const { caseId } = await visit(market);
    one.clock.now = minutesAfter(one.clock.now, 1);
    await denyPeer(one.ctx, { address, isHeld: false });
    one.clock.now = minutesAfter(one.clock.now, 1);
    await convert(market, caseId);
    expect(await verdictOf(market)).toMatchObject({ reason: 'peer_not_allowed' });
  });

  it('counts for the limit of the server’s day', async () => {
    one.clock.now = minutesAfter(eleven, 3 * day);
    const dailyLimit = 13n * coinsOfCent;
    await allowPeer(one.ctx, { address, oursThere: true, theirsHere: false, dailyLimit });
    await one.ctx.rateStore.put({
      ...{ from: one.clock.now, rate: usd(2), setAt: one.clock.now, source: 'operator' },
    });
    const market = await addMarket();
    const { caseId } = await visit(market);
    await convert(market, caseId);
    expect(await verdictOf(market)).toMatchObject({ status: 'accepted' });
    const other = await addMarket();
    const [view] = await one.store(other, { exp: 1_800, peer: aCase() });
    await verifyAllDue(one.ctx);
    expect(await one.reasonsOf([view!])).toEqual(['peer_limit']);
  });

  it('takes of an hour the servers’ share at most, and counts in it', async () => {
    const market = await addMarket({ hourlyBudget: usd(25) });
    const { caseId } = await visit(market);
    // Of 12.5 cents, 3 are spent.
    await convert(market, caseId);
    expect(await verdictOf(market)).toMatchObject({ reason: 'budget_spent' });
    const wider = await addMarket({ hourlyBudget: usd(26) });
    const first = await visit(wider);
    await convert(wider, first.caseId);
    expect(await verdictOf(wider)).toMatchObject({ status: 'accepted' });
    const [view] = await one.store(wider, { exp: 1_800, peer: aCase() });
    await verifyAllDue(one.ctx);
    expect(await one.reasonsOf([view!])).toEqual(['budget_spent']);
  });
});

const aCase = () => ({
  ...{ address, cid: anId(), publisher: 'p', isShown: true, unmet: null, needsPage: false },
});

describe('a click on another server’s site that needs confirmation', () => {
  it('costs nothing till it is confirmed, and then its price once', async () => {
    const market = await addMarket({ conversionClick: 'basic' });
    const { caseId, cid } = await visit(market, { click: { needsConfirmation: true } });
    expect(await lineOf(cid)).toBe(lessFee(coinsOfCent));
    const confirm = () =>
      recordClickConversion(
        { ...one.ctx, request },
        { id: market.campaignId, caseId, ...noSignature },
      );
    await confirm();
    await expect(confirm()).rejects.toThrow('does not repeat');
    expect(await verdictOf(market)).toMatchObject({ status: 'accepted', price: usd(2) });
    expect(await lineOf(cid)).toBe(lessFee(coinsOfCent) + lessFee(2n * coinsOfCent));
  });

  it('leaves the confirmation of a case to a later click where its server is not allowed any more', async () => {
    const market = await addMarket({ conversionClick: 'basic' });
    const { caseId } = await visit(market, { click: { needsConfirmation: true } });
    const { publisherId, siteId } = await one.addMarket();
    one.clock.now = minutesAfter(one.clock.now, 1);
    await denyPeer(one.ctx, { address, isHeld: false });
    const offerId = anId();
    const common = { exp: 1_800, caseId, offerId, publisherId, siteId };
    const id = eventIdOf('click', offerId, null);
    const click = { ...common, kind: 'click', id, price: usd(2), needsConfirmation: true } as const;
    await one.store(market, common, click);
    await verifyAllDue(one.ctx);
    one.clock.now = minutesAfter(one.clock.now, 1);
    await recordClickConversion(
      { ...one.ctx, request },
      { id: market.campaignId, caseId, ...noSignature },
    );
    expect(await verdictOf(market)).toMatchObject({ status: 'accepted', price: usd(2) });
  });
});
