import { beforeAll, describe, expect, it } from '@jest/globals';
import { earningsOf, fundsOf } from '../../../src/money/books/book';
import { bookDeposit } from '../../../src/money/pockets/pocket.service';
import { accessToken, startApp, type TestApp } from '../../support/app';
import { anAccount, ask, charge, sessionOf } from '../pockets/pocket-owners';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

describe('journal', () => {
  const query = (first: number, after: string | null = null) =>
    `{ journal(first: ${first}, after: ${JSON.stringify(after)}) {
      nodes { id bookedAt kind pocket amount siteId campaignId hour memo }
      pageInfo { hasNextPage endCursor }
    } }`;

  it('shows each his own lines, newest first, page by page', async () => {
    const [publisher, advertiser] = [await anAccount(app), await anAccount(app)];
    const hour = new Date('2026-11-01T10:00:00Z');
    const at = (second: number) => new Date(hour.getTime() + second * 1000);
    const terms = { campaignId: 'c'.repeat(32), hour };
    await bookDeposit(app.ctx, { accountId: advertiser.id, amount: 100n, reference: 'j 1' });
    for (const second of [1, 2, 2])
      await charge(app, `j${app.ctx.randomBytes(4).toString('hex')}`, at(second), [
        { book: fundsOf(advertiser.id), amount: -7n, ...terms },
        { book: 'fees:demand:1', amount: 1n },
        ...['1', '2'].map((site) => ({
          book: earningsOf(publisher.id),
          amount: 3n,
          siteId: site.repeat(32),
          ...terms,
        })),
      ]);

    const token = await sessionOf(app, publisher.email);
    const seen = [];
    for (let after: string | null = null, pages = 0; pages < 10; pages += 1) {
      const { data } = await ask(app, token, query(4, after));
      seen.push(...data.journal.nodes);
      after = data.journal.pageInfo.endCursor;
      // An entry that is booked meanwhile is newer: no page repeats a line for it.
      if (pages === 0)
        await charge(app, 'j-meanwhile', at(3), [
          { book: fundsOf(advertiser.id), amount: -1n, ...terms },
          { book: earningsOf(publisher.id), amount: 1n, siteId: '3'.repeat(32), ...terms },
        ]);
      if (!data.journal.pageInfo.hasNextPage) break;
    }
    expect(seen.map(({ bookedAt, siteId }) => `${bookedAt.slice(17, 19)} ${siteId[0]}`)).toEqual([
      '02 1',
      '02 2',
      '02 1',
      '02 2',
      '01 1',
      '01 2',
    ]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(6);
    expect(seen[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      bookedAt: '2026-11-01T10:00:02+00:00',
      kind: 'charge',
      pocket: 'earnings',
      amount: '0.00000000003',
      siteId: '1'.repeat(32),
      campaignId: null,
      hour: '2026-11-01T10:00:00+00:00',
      memo: null,
    });

    const { data } = await ask(app, await sessionOf(app, advertiser.email), query(10));
    expect(data.journal.nodes.map((line: object) => ({ ...line, id: '', bookedAt: '' }))).toEqual([
      expect.objectContaining({ kind: 'deposit', amount: '0.000000001', memo: 'j 1' }),
      expect.objectContaining({ kind: 'charge', amount: '-0.00000000001' }),
      ...[1, 2, 3].map(() =>
        expect.objectContaining({
          pocket: 'funds',
          amount: '-0.00000000007',
          campaignId: 'c'.repeat(32),
          siteId: null,
        }),
      ),
    ]);
  });

  it('takes no cursor of somebody else, and is empty for who has nothing', async () => {
    const [one, other] = [await anAccount(app), await anAccount(app)];
    await bookDeposit(app.ctx, { accountId: one.id, amount: 1n });
    const { data } = await ask(app, await sessionOf(app, one.email), query(1));
    const token = await sessionOf(app, other.email);
    const foreign = await ask(app, token, query(1, data.journal.pageInfo.endCursor));
    expect(foreign.errors[0].extensions.details).toEqual({
      after: ['is not a cursor of this list'],
    });
    expect((await ask(app, token, query(1))).data.journal).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });

  it('takes the scope payment.read', async () => {
    const token = await accessToken(app, { scopes: ['payment.read'] });
    expect((await ask(app, token, query(1))).data.journal.nodes).toEqual([]);
  });
});
