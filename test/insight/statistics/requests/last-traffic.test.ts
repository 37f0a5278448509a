import { beforeAll, describe, expect, it } from '@jest/globals';
import { listLastTraffic } from '../../../../src/insight/statistics/requests/last-traffic.service';
import { foldAllChanges } from '../../../../src/insight/statistics/roll-ups/fold-changes.service';
import type { FindListener } from '../../../../src/market/serving/find-listener';
import { verifyAllDue } from '../../../../src/money/verification/judge/verify.service';
import { accessToken, send, sendGraphql, startApp } from '../../../support/app';
import { anId } from '../../../support/events';
import { startVerifier } from '../../../support/verification';
import { minutesAfter, noon, type Verifier } from '../../../support/verifier';

describe('the last traffic of placements', () => {
  let one: Verifier;
  let publisherId: string;
  let siteId: string;
  const [busy, asked, quiet, foreign] = [anId(), anId(), anId(), anId()];

  beforeAll(async () => {
    one = await startVerifier();
    const market = await one.addMarket();
    ({ publisherId, siteId } = market);
    const count = async (minutes: number, ids: readonly string[], owner = publisherId) => {
      one.clock.now = minutesAfter(noon, minutes);
      const open = ids.map((id) => ({
        known: { placement: { id }, site: { site: { id: siteId, publisherId: owner } } },
      }));
      // The rest of it is nothing to who counts.
      one.ctx.onFind(open as unknown as Parameters<FindListener>[0], []);
      await one.ctx.requestCounts.flush();
    };
    await count(1, [busy, asked, quiet, foreign]);
    one.clock.now = minutesAfter(noon, 3);
    await one.store(market, { placementId: busy }, { placementId: quiet, kind: 'click' });
    await count(200, [busy, asked]);
    one.clock.now = minutesAfter(noon, 203);
    await one.store(market, { placementId: busy }, { placementId: asked });
    await count(230, [asked]);
    await count(1500, [busy]);
    await count(1502, [quiet], anId());
    await verifyAllDue(one.ctx);
    await foldAllChanges(one.ctx);
  });

  const read = async (minutes: number, ...ids: readonly string[]) => {
    one.clock.now = minutesAfter(noon, minutes);
    const placements = ids.map((id) => ({ id, siteId, publisherId }));
    const found = await listLastTraffic(one.ctx, publisherId, placements);
    const minutesOf = (at: Date | null | undefined) =>
      at && (at.getTime() - noon.getTime()) / 60_000;
    return ids.map((id) => {
      const last = found.get(id);
      return [minutesOf(last?.findAt), minutesOf(last?.viewAt)];
    });
  };

  it('is told to a quarter of an hour, of each by itself', async () => {
    expect(await read(1510, busy, asked, quiet, anId())).toEqual([
      [1500, 195],
      [225, 195],
      [0, null],
      [null, null],
    ]);
  });

  it('is forgotten after seven days', async () => {
    const week = 7 * 24 * 60;
    expect(await read(week + 100, busy, asked, quiet)).toEqual([
      [1500, 195],
      [225, 195],
      [null, null],
    ]);
    expect(await read(week + 1430, busy, asked)).toEqual([
      [1500, null],
      [null, null],
    ]);
  });
});

it('stands beside each placement, for those with the scope', async () => {
  const app = await startApp();
  const scopes = ['site.read', 'site.write', 'statistics.read'] as const;
  const token = await accessToken(app, { scopes, email: 'p@test.example' });
  const ask = async (bearer: string, query: string) => (await sendGraphql(app, bearer, query)).body;
  const { data } = await ask(
    token,
    'mutation { createSite(input: { url: "https://news.example", name: "News" }) { id } }',
  );
  const siteId: string = data.createSite.id;
  const create = `mutation { createPlacement(siteId: "${siteId}", input: { name: "Top", size: "300x250" }) { id } }`;
  const placementId: string = (await ask(token, create)).data.createPlacement.id;
  const query = `{ placements(siteId: "${siteId}") { nodes { id lastFindAt lastViewAt } } }`;
  const none = { id: placementId, lastFindAt: null, lastViewAt: null };
  expect((await ask(token, query)).data.placements.nodes).toEqual([none]);
  await send(`${app.url}/supply/find`, {
    json: {
      context: { iid: anId(), url: 'https://news.example/' },
      placements: [{ id: '1', placementId }],
    },
  });
  await app.ctx.requestCounts.flush();
  const [last] = (await ask(token, query)).data.placements.nodes;
  expect(Date.now() - Date.parse(last.lastFindAt)).toBeLessThan(16 * 60_000);
  const other = await accessToken(app, { scopes: ['site.read'], email: 'p@test.example' });
  expect((await ask(other, query)).errors[0].extensions.code).toBe('FORBIDDEN');
});
