import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setRate } from '../../src/money/rates/rate.service';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { minuteMs } from '../../src/time';
import { type AdPages, startAdPages } from '../support/ad-page';
import { aPng, usd } from '../support/campaigns';
import { eventually } from '../support/eventually';

const offerMs = 30 * minuteMs;

let pages: AdPages;
let id: string | undefined;
/** Answers of the finds of a test, the oldest first. */
let bids: { readonly exp: number; readonly viewUrl: string }[];

beforeAll(async () => {
  pages = await startAdPages();
  await setRate(pages.app.ctx, { rate: usd('0.5') });
  await pages.createAd(aPng('300x250'), { type: 'image' });
  [id] = await pages.createPlacements('300x250');
  pages.context.on('response', async (response) => {
    if (!response.url().endsWith('/supply/find') || response.request().method() !== 'POST') return;
    bids.push((await response.json()).data[0]);
  });
});
beforeEach(() => {
  bids = [];
});

/** A clock of the page that the test puts forward. */
const before = `
  window.ahead = 0;
  const now = performance.now.bind(performance);
  performance.now = () => now() + window.ahead;`;

function passTime(ms: number): void {
  const { clock } = pages.app;
  const { now } = clock;
  clock.now = () => new Date(now().getTime() + ms);
}

/** Opens a page that has the ad far down, and scrolls there so long after the ad has come. */
async function seeAfter(ms: number) {
  const box = `<div id="box" data-adgate="${id}" style="width:300px;height:250px"></div>`;
  const opened = await pages.open(`<div style="height:1200px"></div>${box}${pages.tag}`, {
    before,
  });
  await opened.event('filled');
  // The answer is here a moment after the page has shown it.
  await eventually(() => expect(bids).toMatchObject([{ exp: offerMs / 1000 }]));
  passTime(ms);
  await opened.page.evaluate(`window.ahead = ${ms}`);
  await opened.page.evaluate(`document.getElementById('box').scrollIntoView()`);
  const { caseId } = await opened.event('view');
  return { ...opened, caseId: String(caseId) };
}

/** The verdict on the view of a case, and whether the view is paid. */
async function outcomeOf(caseId: string) {
  const { ctx } = pages.app;
  const views = () => ctx.verifiedEvents.listOfCase(caseId, 2);
  await eventually(async () => expect(await views()).toHaveLength(1), 20_000);
  passTime(60 * minuteMs);
  await verifyAllDue(ctx);
  const [view] = await views();
  const { status, charge = 0n } = view?.verdict ?? {};
  return { status, isPaid: charge > 0n };
}

describe('an ad that is seen', () => {
  it('after its offer has run out gives way to another one, whose view is paid', async () => {
    const { events, requests, caseId } = await seeAfter(offerMs + 1_000);
    expect(events()).toEqual(['filled box', 'filled box', 'view box']);
    await eventually(() => expect(bids).toHaveLength(2));
    expect(requests('/view')).toEqual([expect.stringContaining(bids[1]?.viewUrl ?? 'none')]);
    expect(await outcomeOf(caseId)).toEqual({ status: 'accepted', isPaid: true });
  });

  it('before its offer has run out is paid by that offer', async () => {
    const { events, requests, caseId } = await seeAfter(offerMs - minuteMs);
    expect(events()).toEqual(['filled box', 'view box']);
    expect(requests('/view')).toEqual([expect.stringContaining(bids[0]?.viewUrl ?? 'none')]);
    expect(await outcomeOf(caseId)).toEqual({ status: 'accepted', isPaid: true });
  });
});
