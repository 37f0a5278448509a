import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { peerAccountIdOf } from '../../../src/peers/directory/peer-account.service';
import { createDemoData } from '../../../src/start/demo-data';
import { demoId } from '../../../src/insight/demo-page/demo-site';
import { send, startApp, type TestApp } from '../../support/app';
import { aPayment } from '../../support/payments';
import { aPeer } from '../../support/peer-access';
import { anEvent } from '../../support/events';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

describe('GET /demo', () => {
  it.each([
    ['/demo', 'text/html; charset=utf-8'],
    ['/demo/demo.css', 'text/css; charset=utf-8'],
    ['/demo/demo.js', 'text/javascript; charset=utf-8'],
    ['/demo/icon.svg', 'image/svg+xml'],
    ['/demo/landing.html', 'text/html; charset=utf-8'],
  ])('answers %s as %s, without inline scripts', async (path, type) => {
    const { status, headers, body } = await send(app.url + path);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(String(body)).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+="/i);
  });

  it('lets run inline scripts, which ads have, where ads are shown alone', async () => {
    const policyOf = async (path: string) =>
      String((await send(app.url + path)).headers.get('content-security-policy'));
    for (const path of ['/demo', '/demo/index.html'])
      expect(await policyOf(path)).toMatch(/default-src 'none'; script-src 'unsafe-inline' /);
    for (const path of ['/demo/landing.html', '/demo/market', '/demo/demo.js'])
      expect(await policyOf(path)).toMatch(/default-src 'none'; script-src 'self'; /);
  });

  it('answers 304 to who has the file already', async () => {
    const { headers } = await send(`${app.url}/demo`);
    const again = await send(`${app.url}/demo`, {
      headers: { 'If-None-Match': headers.get('etag')! },
    });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it.each([
    '/demo/nothing.js',
    '/demo/..%2fpackage.json',
    '/demo/%2e%2e%2fpackage.json',
    '/demo/..%5cpackage.json',
    '/demo/package.json',
    '/demo/tsconfig.json',
    '/demo/types.d.ts',
    '/demo/__proto__',
  ])('answers 404 to %s', async (path) => {
    const { status, body } = await send(app.url + path);
    expect([status, body.error.code]).toEqual([404, 404]);
  });

  it.each(['/demo', '/demo/config.json', '/demo/demo.js'])(
    'answers 405 to POST %s',
    async (path) => {
      const { status, headers } = await send(app.url + path, { method: 'POST' });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );
});

describe('GET /demo/config.json', () => {
  it('answers 404 where no demo data was made, else the site and its placements', async () => {
    const before = await send(`${app.url}/demo/config.json`);
    expect([before.status, before.body.message]).toEqual([404, 'this server has no demo data']);
    await createDemoData(app.ctx);
    const { status, body } = await send(`${app.url}/demo/config.json`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['url', 'name', 'medium', 'placements', 'isMarket']);
    expect(body.url).toBe('https://gazette.example/');
    expect(body.placements[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'Leaderboard',
      width: 728,
      height: 90,
      types: ['image'],
    });
  });
});

describe('GET /demo/market.json', () => {
  it('is told of servers on one machine alone, to their pages', async () => {
    expect((await send(`${app.url}/demo/market.json`)).status).toBe(404);
    const trial = await startApp({ env: { ADGATE_LOOPBACK_PEERS: '1' } });
    expect((await send(`${trial.url}/demo/market.json`)).status).toBe(404);
    await createDemoData(trial.ctx, { campaigns: [] });
    const peer = aPeer({ state: 'allowed' });
    await trial.ctx.inTransaction((session) => trial.ctx.peers.insert(peer, session));
    const { status, headers, body } = await send(`${trial.url}/demo/market.json`);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(body).toEqual({
      account: trial.ctx.config.ledgerAddress,
      ...{ site: 'The Daily Gazette', pageUrl: `${trial.url}/demo` },
      peers: [
        {
          ...{ account: peer.address, state: 'allowed', serverUrl: peer.info.serverUrl },
          ...{ campaigns: 0, viewsThere: 0, viewsHere: 0 },
          ...{ owed: '0', paid: '0', received: '0', payments: [] },
        },
      ],
    });
    const payments = Array.from({ length: 11 }, (_, minute) =>
      aPayment({
        ...{ accountId: peerAccountIdOf(peer.address), address: peer.address },
        preparedAt: new Date(Date.UTC(2026, 10, 22, 10, minute)),
      }),
    );
    await trial.ctx.inTransaction((session) => trial.ctx.payments.insert(payments, session));
    const { body: later } = await send(`${trial.url}/demo/market.json`);
    const told: readonly { readonly id: string }[] = later.peers[0].payments;
    const newest = payments.slice(-8).toReversed();
    expect(told.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
    const { headers: ofPage } = await send(`${trial.url}/demo/market`);
    expect(ofPage.get('content-security-policy')).toContain('http://127.0.0.1:*');
    await trial.close();
  });
});

describe('GET /demo/cases/:caseId', () => {
  const path = (caseId: string) => `${app.url}/demo/cases/${caseId}`;

  it('tells how far the events of a case on the demo’s site are', async () => {
    const { caseId, ...event } = anEvent({ siteId: demoId('site') });
    await app.ctx.events.insertMany([{ ...event, caseId }], new Date());
    const { status, headers, body } = await send(path(caseId));
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      events: [
        {
          ...{ kind: 'impression', status: 'pending', reason: null },
          ...{ demandServer: null, charge: null, revenue: null, payment: null },
        },
      ],
    });
  });

  it('tells which other server pays for the view of its ad', async () => {
    const demandServer = '0001-00000005-CBCA';
    const { caseId, ...event } = anEvent({ siteId: demoId('site'), demandServer });
    await app.ctx.events.insertMany([{ ...event, caseId }], new Date());
    expect((await send(path(caseId))).body.events).toMatchObject([{ demandServer }]);
  });

  it('tells nothing of events of other sites', async () => {
    const event = anEvent({ siteId: 'e'.repeat(32) });
    await app.ctx.events.insertMany([event], new Date());
    expect((await send(path(event.caseId))).body).toEqual({ events: [] });
  });

  it('answers 404 to what is no case, 405 to POST', async () => {
    expect((await send(path('1234'))).status).toBe(404);
    expect((await send(path(randomUUID()), { method: 'POST' })).status).toBe(405);
  });
});
