import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, type Reply, sendGraphql, startApp, type TestApp } from '../../support/app';

const create = `mutation ($input: CreateSiteInput!) { site: createSite(input: $input) { id } }`;
const decide = `mutation ($id: ID!, $decisions: CreativeDecisionsInput!) {
  site: decideOnCreatives(siteId: $id, decisions: $decisions) { acceptedCreativeIds rejectedCreativeIds }
}`;

let hosts = 0;

describe('decideOnCreatives', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    token = await logIn(app, 'publisher');
  });

  const ask = (query: string, variables: object): Promise<Reply> =>
    sendGraphql(app, token, query, variables);
  const made = async () => {
    const input = { url: `https://blog${(hosts += 1)}.example`, name: 'Blog' };
    return (await ask(create, { input })).body.data.site;
  };
  const failureOf = ({ body }: Reply) => {
    const { code, details } = body.errors[0].extensions;
    return [code, Object.keys(details)];
  };

  it('has each creative in one list at most', async () => {
    const { id } = await made();
    const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
    const lists = async (decisions: object) =>
      (await ask(decide, { id, decisions })).body.data.site;
    expect(await lists({ accept: [a], reject: [b!.toUpperCase(), c] })).toEqual({
      acceptedCreativeIds: [a],
      rejectedCreativeIds: [b, c],
    });
    expect(await lists({ accept: [b], reject: [a], forget: [c] })).toEqual({
      acceptedCreativeIds: [b],
      rejectedCreativeIds: [a],
    });
    expect(await lists({})).toEqual({ acceptedCreativeIds: [b], rejectedCreativeIds: [a] });
  });

  describe('with as many decisions as a site may have', () => {
    const ids = (count: number, from = 0) =>
      Array.from({ length: count }, (_value, at) => (from + at).toString(16).padStart(32, '0'));
    const full = async (counts: { readonly accepted?: number; readonly rejected?: number }) => {
      const { id } = await made();
      const { accepted = 0, rejected = 0 } = counts;
      const lists = {
        acceptedCreativeIds: ids(accepted),
        rejectedCreativeIds: ids(rejected, 5_000),
      };
      await app.ctx.sites.models[0]!.updateOne({ _id: id }, { $set: lists });
      return (decisions: object) => ask(decide, { id, decisions });
    };

    it.each([
      [{ accepted: 2_000 }, { accept: ids(1, 9_000) }, ['accept']],
      [{ accepted: 1_999 }, { accept: ids(2, 9_000) }, ['accept']],
      [{ rejected: 2_000 }, { reject: ids(1, 9_000) }, ['reject']],
      [{ rejected: 1_999 }, { accept: ids(1, 8_000), reject: ids(2, 9_000) }, ['accept', 'reject']],
    ])('of %j it takes none of %j', async (counts, decisions, fields) => {
      const decideOn = await full(counts);
      const reply = await decideOn(decisions);
      expect(failureOf(reply)).toEqual(['VALIDATION_FAILED', fields]);
      expect(reply.body.errors[0].extensions.details[fields[0]!]).toEqual([
        'are too many: a site has at most 2000 that are accepted, and as many that are rejected',
      ]);
    });

    it.each([
      [{ accepted: 1_999 }, { accept: ids(1, 9_000) }, [2_000, 0]],
      [{ accepted: 2_000 }, { reject: ids(100) }, [1_900, 100]],
      [{ accepted: 2_000, rejected: 2_000 }, { forget: ids(100) }, [1_900, 2_000]],
      [{ accepted: 3_000 }, { forget: ids(1) }, [2_999, 0]],
      [{ rejected: 2_000 }, { accept: ids(3, 5_000) }, [3, 1_997]],
    ])('of %j it takes %j', async (counts, decisions, lengths) => {
      const { body } = await (await full(counts))(decisions);
      const { acceptedCreativeIds, rejectedCreativeIds } = body.data.site;
      expect([acceptedCreativeIds.length, rejectedCreativeIds.length]).toEqual(lengths);
    });
  });

  it.each([
    ['no ids', { accept: ['x'], reject: ['f'.repeat(31)] }, ['accept.0', 'reject.0']],
    ['an id in two lists', { accept: ['f'.repeat(32)], reject: ['F'.repeat(32)] }, ['accept']],
    [
      '101 ids',
      { forget: Array.from({ length: 101 }, (_value, at) => at.toString(16).padStart(32, '0')) },
      ['forget'],
    ],
  ])('refuses decisions of %s', async (_case, decisions, expected) => {
    const { id } = await made();
    expect(failureOf(await ask(decide, { id, decisions }))).toEqual([
      'VALIDATION_FAILED',
      expected,
    ]);
  });
});
