import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Account } from '../../../src/identity/accounts/account';
import type { LineOutcome, ReceiptLine } from '../../../src/money/peer-receipts/peer-receipt';
import { launchBrowser } from '../../support/browser';
import { eventually } from '../../support/eventually';
import { anEvent, anId } from '../../support/events';
import { type PeerServer, type PeerWorld, startPeerWorld } from '../../peers/peer-world';
import { payReceipt, tellLines } from '../operator-data';
import { anAccount, expectAccessible, expectFits, openPanel } from '../support';

const address = '0001-00000004-DBEB';
const transactionId = '0001:00000012:0001';
const coin = 10n ** 11n;

let world: PeerWorld;
let server: PeerServer;
let browser: Browser;
let operator: Account;
beforeAll(async () => {
  [world, browser] = await Promise.all([startPeerWorld(), launchBrowser()]);
  server = await world.startServer(2);
  operator = await anAccount(server, ['operator']);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});
beforeEach(async () => {
  for (const model of server.ctx.peerReceipts.models) await model.deleteMany();
});

const receive = () => payReceipt(server.ctx, address, { amount: 500n * coin, transactionId });

/** As many lines, the first of one coin, each of a coin more. */
const linesOf = (count: number): readonly ReceiptLine[] =>
  Array.from({ length: count }, (_, at) => ({ caseId: anId(), value: BigInt(at + 1) * coin }));

const open = (path: string, locale = 'en-US') =>
  openPanel(browser, server, {
    ...{ account: operator, path: `/panel/operator/peer-receipts${path}`, locale },
  });

/** Waits until the table has a line for each of these cases, and no other. */
const expectCases = (page: Page, lines: readonly ReceiptLine[]) =>
  eventually(async () => {
    const cases = await page.getByRole('table').locator('tbody td > .mono').allInnerTexts();
    expect(cases).toEqual(lines.map(({ caseId }) => caseId));
  }, 10_000);

/** Books the lines of the first part. */
async function book(id: string, outcomes: readonly LineOutcome[]): Promise<void> {
  const { peerReceipts, inTransaction } = server.ctx;
  await inTransaction(async (session) => {
    await peerReceipts.noteOutcomes(id, { number: 0, outcomes }, session);
    const receipt = await peerReceipts.find(id, session);
    if (receipt !== null) await peerReceipts.change(receipt, { state: 'booked' }, session);
  });
}

describe('the lines of a receipt', () => {
  it('are opened from the list, with what was told and booked of each case', async () => {
    const id = await receive();
    const lines = linesOf(2);
    await tellLines(server.ctx, id, [lines]);
    const { siteId, campaignId, ...event } = anEvent({ demandServer: address });
    const eventId = event.id;
    await server.ctx.events.insertMany([{ ...event, siteId, campaignId }], event.occurredAt);
    await book(id, [
      { eventId, booked: coin, supplyFee: coin / 10n, boost: coin / 4n, boostFee: coin / 40n },
      { eventId: null, booked: 0n, supplyFee: 0n, boost: 0n, boostFee: 0n },
    ]);
    const { page, offences } = await open('');
    await page.getByRole('link', { name: `Receipt ${transactionId}` }).click();
    await page.getByRole('heading', { name: `Receipt ${transactionId}` }).waitFor();
    await expectCases(page, lines);
    const rows = page.getByRole('table').locator('tbody tr');
    const [shown, other] = await rows.allInnerTexts();
    expect(shown).toContain(`Event ${eventId}\nSite ${siteId}\nCampaign there ${campaignId}`);
    expect(shown).toMatch(/1\.00 coins\s+1\.00 coins\s+of it your fee 0\.10 coins/);
    expect(shown).toMatch(/0\.25 coins\s+of it your fee 0\.025 coins/);
    expect(other).toContain('not shown here for that server');
    expect(other).not.toMatch(/Site|Campaign/);
    expect(other).toContain('2.00 coins');
    await expectAccessible(page);
    await expectFits(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectFits(page);
    expect(offences).toEqual([]);
  });

  it('are shown a hundred at a time, and part by part, as the address says', async () => {
    const id = await receive();
    const [first, second] = [linesOf(101), linesOf(1)];
    await tellLines(server.ctx, id, [first, second]);
    const { page, offences } = await open(`/${id}`);
    await expectCases(page, first.slice(0, 100));
    await page.getByText('Part 1 of 2').waitFor();
    expect(await page.getByRole('button', { name: 'Part before' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expectCases(page, first.slice(100));
    await page.getByRole('button', { name: 'Next part' }).click();
    await expectCases(page, second);
    await page.getByText('Part 2 of 2').waitFor();
    expect(await page.getByRole('button', { name: 'Next part' }).isDisabled()).toBe(true);
    await page.reload();
    await expectCases(page, second);
    await page.goBack();
    await expectCases(page, first.slice(100));
    await page.getByRole('button', { name: 'Next part' }).click();
    await page.getByRole('button', { name: 'Part before' }).click();
    await expectCases(page, first.slice(0, 100));
    expect(offences).toEqual([]);
  });

  it('are none before they are told, none once they are removed, and none of a receipt that is not there', async () => {
    const id = await receive();
    const { page, offences } = await open(`/${id}`, 'de-DE');
    await page.getByText('Ihr Server hat noch keinen Fall genannt.').waitFor();
    await expectAccessible(page);
    await tellLines(server.ctx, id, [linesOf(3)]);
    await server.ctx.peerReceipts.removeParts(id, { from: 0, before: 1 });
    await page.reload();
    await page.getByText('Alte Zeilen werden entfernt').waitFor();
    await page.getByText('6,00 Coins').waitFor();
    await page.goto(`${server.url}/panel/operator/peer-receipts/${'f'.repeat(32)}`);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(offences).toEqual([]);
  });
});

it('the page of a receipt that its server has not explained has the buttons of the list', async () => {
  const id = await receive();
  const receipt = (await server.ctx.peerReceipts.find(id))!;
  await server.ctx.peerReceipts.change(receipt, { state: 'unexplained' });
  const { page, offences } = await open(`/${id}`);
  await page.getByRole('button', { name: `Keep: ${transactionId}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
  await page.getByText('The coins are the operator’s.').waitFor();
  await page.locator('dd').getByText('kept', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: transactionId }).count()).toBe(0);
  expect(offences).toEqual([]);
});
