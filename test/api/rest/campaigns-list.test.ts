import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../src/identity/accounts/account';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { deleteCampaign, updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { toDashed } from '../../../src/id';
import {
  accessToken,
  logIn,
  type Reply,
  send,
  sendGraphql,
  startApp,
  type TestApp,
} from '../../support/app';
import { aCampaign } from '../../support/campaigns';

const path = '/api/v2/campaigns';
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

/** An advertiser with campaigns of their own, named 1, 2, 3 … */
async function anAdvertiser(count: number, changesOf: (at: number) => object = () => ({})) {
  const email = `${Math.random()}@test.example`;
  const token = await accessToken(app, { scopes: ['campaign.read'], email });
  const owner: Account = (await app.ctx.accounts.findLogin(email))!.account;
  const ids: string[] = [];
  const add = async (name: string, changes: object = {}) => {
    const params = aCampaign({ advertiserId: owner.id, name, ...changes });
    ids.push((await createCampaign(app.ctx, params)).id);
  };
  for (let at = 1; at <= count; at += 1) await add(String(at), changesOf(at));
  return {
    owner,
    token,
    add,
    remove: (at: number) => deleteCampaign(app.ctx, { advertiserId: owner.id, id: ids[at - 1]! }),
    ids,
    list: (query = ''): Promise<Reply> =>
      send(query.startsWith('http') ? query : `${app.url}${path}${query}`, {
        headers: { Authorization: `Bearer ${token}` },
      }),
  };
}

const namesOf = ({ body }: Reply) => body.data.map(({ name }: { name: string }) => name);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

describe('GET /api/v2/campaigns', () => {
  it('answers an empty list in its envelope', async () => {
    const { list } = await anAdvertiser(0);
    const { status, body } = await list();
    const first = `${app.url}${path}?cursor=${body.meta.cursor}&page=1`;
    expect([status, body]).toEqual([
      200,
      {
        data: [],
        links: { first, last: first, prev: null, next: null },
        meta: {
          path: `${app.url}${path}`,
          cursor: expect.stringMatching(/^[\w-]+$/),
          total: 0,
          from: null,
          to: null,
          perPage: 10,
          currentPage: 1,
          lastPage: 1,
        },
      },
    ]);
  });

  it('answers ten at a time, oldest first, with links to the other pages', async () => {
    const { list, ids } = await anAdvertiser(25);
    const { body, ...reply } = await list();
    expect(reply.status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 10).map(toDashed));
    const { cursor } = body.meta;
    const link = (page: number) => `${app.url}${path}?cursor=${cursor}&page=${page}`;
    expect(body.links).toEqual({ first: link(1), last: link(3), prev: null, next: link(2) });
    expect(body.meta).toEqual({
      path: `${app.url}${path}`,
      cursor,
      total: 25,
      from: 1,
      to: 10,
      perPage: 10,
      currentPage: 1,
      lastPage: 3,
    });
    const last = await list(body.links.last);
    expect(namesOf(last)).toEqual(numbers(21, 25));
    expect(last.body.links).toMatchObject({ prev: link(2), next: null });
    expect(last.body.meta).toMatchObject({ cursor, from: 21, to: 25, currentPage: 3 });
  });

  it('keeps limit and filter in its links', async () => {
    const { list } = await anAdvertiser(5);
    const { body } = await list('?limit=2&filter%5Bmedium%5D%5B%5D=web&page=2');
    expect(namesOf({ body } as Reply)).toEqual(['3', '4']);
    const query = new URL(body.links.next as string).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      limit: '2',
      'filter[medium][]': 'web',
      cursor: body.meta.cursor,
      page: '3',
    });
    expect(namesOf(await list(body.links.next))).toEqual(['5']);
  });

  it('stays as it was while campaigns are added and deleted', async () => {
    const { list, add, remove } = await anAdvertiser(12);
    await remove(3);
    let page = await list('?limit=4');
    const seen = namesOf(page);
    await remove(1);
    await remove(7);
    await add('late');
    while (page.body.links.next !== null) {
      page = await list(page.body.links.next);
      expect(page.body.meta.total).toBe(11);
      seen.push(...namesOf(page));
    }
    expect(seen).toEqual(['1', '2', '4', '5', '6', '8', '9', '10', '11', '12']);
    const fresh = await list('?limit=100');
    expect(namesOf(fresh)).toEqual(['2', '4', '5', '6', '8', '9', '10', '11', '12', 'late']);
    expect(fresh.body.meta.total).toBe(10);
  });

  it('is empty past its end', async () => {
    const { list } = await anAdvertiser(3);
    const { status, body } = await list('?page=1000000000000');
    expect([status, body.data, body.links.next]).toEqual([200, [], null]);
    expect(body.meta).toMatchObject({ from: null, to: null, lastPage: 1, total: 3 });
    expect(new URL(body.links.prev as string).searchParams.get('page')).toBe('1');
  });

  it('cuts the limit to 1000', async () => {
    const { list } = await anAdvertiser(1);
    for (const limit of ['1001', '99999999999999999999'])
      expect((await list(`?limit=${limit}`)).body.meta.perPage).toBe(1_000);
  });

  it('narrows down by medium, vendor and status', async () => {
    const { list, owner, ids } = await anAdvertiser(4, (at) =>
      at === 4 ? { medium: 'metaverse', vendor: 'milc' } : at === 3 ? { medium: 'metaverse' } : {},
    );
    await updateCampaign(app.ctx, {
      advertiserId: owner.id,
      id: ids[0]!,
      changes: { status: 'inactive' },
    });
    const found = async (query: string) => namesOf(await list(query));
    expect(await found('?filter[medium]=metaverse')).toEqual(['3', '4']);
    expect(await found('?filter[vendor]=milc')).toEqual(['4']);
    expect(await found('?filter[status]=inactive')).toEqual(['1']);
    expect(await found('?filter[status]=inactive&filter[medium]=metaverse')).toEqual([]);
    expect(
      await found('?filter[status][]=inactive&filter[status][]=draft&filter[medium]=web'),
    ).toEqual(['1', '2']);
    expect(await found('?filter[medium]=radio&filter[medium]=web')).toEqual(['1', '2']);
    expect((await list('?filter[medium]=radio')).body.meta.total).toBe(0);
  });

  it.each([
    ['?limit=0', ['limit']],
    ['?limit=-1', ['limit']],
    ['?limit=1.5', ['limit']],
    ['?limit=', ['limit']],
    ['?limit=ten&page=0', ['limit', 'page']],
    ['?limit=1&limit=2', ['limit']],
    ['?page=0', ['page']],
    ['?page=x', ['page']],
    ['?cursor=abc', ['cursor']],
    ['?cursor=', ['cursor']],
    ['?cursor=eyJpZCI6OSwiX3BvaW50c1RvTmV4dEl0ZW1zIjp0cnVlfQ', ['cursor']],
    ['?filter=web', ['filter']],
    ['?filter[shoes]=x&page=0', ['filter.shoes', 'page']],
    ['?filter[statuses]=active', ['filter.statuses']],
    ['?filter[__proto__]=x', ['filter.__proto__']],
    ['?filter[constructor]=x', ['filter.constructor']],
    ['?filter[status]=', ['filter.status']],
    ['?filter[medium][$ne]=x', ['filter']],
  ])('refuses %s', async (query, fields) => {
    const { list } = await anAdvertiser(0);
    const { status, body } = await list(query);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, fields]);
  });

  it('takes no cursor of another’s list or filter', async () => {
    const [mine, theirs] = [await anAdvertiser(1), await anAdvertiser(1)];
    const { cursor } = (await mine.list()).body.meta;
    expect((await mine.list(`?cursor=${cursor}`)).status).toBe(200);
    expect((await theirs.list(`?cursor=${cursor}`)).status).toBe(422);
    expect((await mine.list(`?cursor=${cursor}&filter[medium]=web`)).status).toBe(422);
  });

  it('goes by the same pages in GraphQL', async () => {
    const token = await logIn(app, 'advertiser');
    const owner = (await app.ctx.accounts.findLogin('advertiser@test.example'))!.account;
    for (const name of numbers(1, 5))
      await createCampaign(app.ctx, aCampaign({ advertiserId: owner.id, name }));
    const ask = async (args: string) => {
      const query = `{ campaigns(${args}) {
        totalCount edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage endCursor }
      } }`;
      return (await sendGraphql(app, token, query)).body;
    };
    const first = (await ask('first: 2')).data.campaigns;
    expect(first.edges.map(({ node }: any) => node.name)).toEqual(['1', '2']); // oxlint-disable-line typescript/no-explicit-any -- as it came
    expect(first.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      endCursor: first.edges[1].cursor,
    });
    const next = (await ask(`first: 2, after: "${first.pageInfo.endCursor}"`)).data.campaigns;
    expect(next.edges.map(({ node }: any) => node.name)).toEqual(['3', '4']); // oxlint-disable-line typescript/no-explicit-any -- as it came
    expect(next.pageInfo.hasPreviousPage).toBe(true);
    const { errors } = await ask('first: 0, after: "x"');
    expect(errors[0].message).toMatch(/positive integer/);
  });
});
