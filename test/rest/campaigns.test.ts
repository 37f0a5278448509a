import { beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, type Reply, send, startApp, type TestApp } from '../support/app';

const path = '/api/v2/campaigns';
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'] });
});

/** As somebody with both scopes, unless said otherwise. */
function call(method: string, where: string, json?: unknown, bearer = token): Promise<Reply> {
  return send(`${app.url}${where}`, {
    method,
    headers: { Authorization: `Bearer ${bearer}` },
    ...(json !== undefined && { json }),
  });
}

const body = {
  status: 'draft',
  name: 'Spring sale',
  targetUrl: 'https://shop.example/landing',
  maxCpc: 0,
  maxCpm: null,
  budget: 10,
  medium: 'web',
  vendor: null,
  dateStart: '2026-02-09T12:00:00+00:00',
  dateEnd: null,
};

describe('POST /api/v2/campaigns', () => {
  it('stores a draft and answers it whole, with its location', async () => {
    const { status, headers, body: answer } = await call('POST', path, body);
    expect(status).toBe(200);
    expect(answer).toEqual({
      data: {
        id: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        ),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        updatedAt: answer.data.createdAt,
        secret: expect.stringMatching(/^[\w-]{22}$/),
        conversionClick: 'none',
        conversionClickLink: null,
        targeting: { requires: {}, excludes: {} },
        creatives: [],
        bidStrategyUuid: expect.stringMatching(/^[0-9a-f]{32}$/),
        conversions: [],
        suspendedReason: null,
        ...body,
      },
    });
    expect(headers.get('location')).toBe(`${app.url}${path}/${answer.data.id}`);
    const again = await send(headers.get('location')!, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(again.body).toEqual(answer);
  });
});
