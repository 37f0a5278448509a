import { beforeAll, expect, it } from '@jest/globals';
import { logIn, send } from '../support/app';
import { type AdPages, startAdPages } from '../support/ad-page';
import { createActiveCampaign } from '../support/campaigns';
import { eventually } from '../support/eventually';

/** One byte of each creative is changed between the server and the page: another one each time. */
const altered: string[] = [];
const count = 200;
let pages: AdPages;

beforeAll(async () => {
  pages = await startAdPages({
    alter(path, bytes) {
      const at = (altered.push(path) * 7919) % bytes.length;
      return Buffer.from(bytes).fill(bytes[at]! ^ 1, at, at + 1);
    },
  });
  for (let made = 0; made < count; made += 50)
    await createActiveCampaign(pages.app.ctx, {
      sizes: Array.from({ length: 50 }, () => '300x250'),
    });
});

it('shows none of 200 altered creatives, and reports each', async () => {
  const box = '<div data-adgate="300x250" data-lazy="100000px"></div>';
  const { page, events, requests } = await pages.open(`${box.repeat(count)}${pages.tag}`);
  await eventually(() => {
    expect(events()).toHaveLength(count);
    return Promise.resolve();
  }, 90_000);
  expect(new Set(events())).toEqual(new Set(['error ']));
  expect(requests('/view')).toEqual([]);
  expect(await page.locator('img, canvas, iframe, video').count()).toBe(0);
  expect(altered).toHaveLength(count);
  const token = await logIn(pages.app, 'operator');
  const reported = async () => {
    const found: { id: string; creativeId: string; count: number }[] = [];
    for (;;) {
      const { body } = await send(`${pages.app.url}/graphql`, {
        headers: { Authorization: `Bearer ${token}` },
        json: {
          query:
            'query ($afterId: ID) { reports: allCreativeReports(afterId: $afterId) { id creativeId count } }',
          variables: { afterId: found.at(-1)?.id },
        },
      });
      found.push(...body.data.reports);
      if (body.data.reports.length === 0) return found;
    }
  };
  await eventually(async () => {
    const reports = await reported();
    expect(reports.reduce((sum, report) => sum + report.count, 0)).toBe(count);
    const paths = reports.map(({ creativeId }) => creativeId).sort();
    expect(paths).toEqual([...new Set(altered.map((path) => path.slice(8, 40)))].sort());
  }, 30_000);
});
