import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

describe('POST /find', () => {
  let app: TestApp;
  /** A placement of each of two sites. */
  const placementIds: string[] = [];
  const aContext = (changes: object = {}) => ({
    iid: randomUUID(),
    url: 'https://news.example',
    ...changes,
  });
  const anEntry = (changes: object = {}) => ({
    zone_id: placementIds[0],
    format: 'image',
    context: aContext(),
    ...changes,
  });
  const find = (json: unknown) => send(`${app.url}/find`, { json });

  beforeAll(async () => {
    app = await startApp();
    await createActiveCampaign(app.ctx);
    for (const url of ['https://news.example', 'https://other.example']) {
      const { body } = await send(`${app.url}/supply/find`, {
        json: { context: aContext({ url }), placements: [{ id: '1', width: 300, height: 250 }] },
      });
      placementIds.push(body.data[0].placementId);
    }
  });

  it('asks for each entry in its own context, and answers in the order of the list', async () => {
    const [news, other] = [aContext(), aContext({ url: 'https://other.example' })];
    const [onNews, onOther] = placementIds;
    const { status, body } = await find([
      anEntry({ zone_id: onNews, context: news }),
      anEntry({ zone_id: onOther, context: other }),
      anEntry({ zone_id: onNews, context: other }),
      anEntry({ zone_id: onNews, context: news }),
    ]);
    expect([status, body.map((bid: { zone_id: string }) => bid.zone_id)]).toEqual([
      200,
      [onNews, onOther, onNews],
    ]);
    const requestIds = body.map((bid: { view_url: string }) => requestIdOf(bid.view_url));
    expect(requestIds[2]).toBe(requestIds[0]);
    expect(requestIds[1]).not.toBe(requestIds[0]);
  });

  it.each<[string, () => unknown, readonly string[]]>([
    ['no list', () => ({}), ['body']],
    ['an empty list', () => [], ['body']],
    ['65 entries', () => Array.from({ length: 65 }, () => anEntry()), ['body']],
    ['a text for an entry', () => [anEntry(), 'text'], ['1']],
    ['nothing but a text', () => ['text'], ['0', '0.context', '0.context.iid']],
    ['no zone_id', () => [anEntry({ zone_id: undefined })], ['0.zone_id']],
    ['a malformed zone_id', () => [anEntry(), anEntry({ zone_id: 'abc' })], ['1.zone_id']],
    ['a number for zone_id', () => [anEntry({ zone_id: 5 })], ['0.zone_id']],
    ['a number for format', () => [anEntry({ format: 5 })], ['0.format']],
    ['an empty list for format', () => [anEntry({ format: [] })], ['0.format']],
    ['a number within format', () => [anEntry({ format: ['image', 5] })], ['0.format']],
    ['a text for context', () => [anEntry({ context: 'x' })], ['0.context', '0.context.iid']],
    [
      'contexts that are bad in different ways',
      () => [
        anEntry(),
        anEntry({ context: { url: 'ftp://x' } }),
        anEntry({ context: undefined }),
        anEntry({ context: aContext({ iid: 5, uid: 6, publisher: 7, metamask: 'no' }) }),
        anEntry({ zone_id: 5 }),
      ],
      [
        '1.context.iid',
        '1.context.url',
        '2.context',
        '2.context.iid',
        '3.context.iid',
        '3.context.metamask',
        '3.context.publisher',
        '3.context.uid',
        '4.zone_id',
      ],
    ],
  ])('refuses %s', async (_case, toJson, fields) => {
    const { status, body } = await find(toJson());
    expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, fields]);
  });
});

/** The event's token carries it behind what is offered. */
function requestIdOf(viewUrl: string): string {
  const token = Buffer.from(new URL(viewUrl).searchParams.get('e')!, 'base64url');
  return token.subarray(22, 38).toString('hex');
}
