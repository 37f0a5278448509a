import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';

import { claimSite } from '../../../src/supply/site-claims/site-claim.service';
import { aBox, aContext, find } from '../../api/rest/supply-finds';
import { accessToken, logIn, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

let mongodbUri: string;
let apps: readonly TestApp[];
let [one, other]: TestApp[] = [];
let operator: string;
let owner: string;
let advertiserId: string;

const asking = async (app: TestApp, token: string, query: string) => {
  return (await sendGraphql(app, token, query)).body;
};
const ask = async (query: string, token = operator) => {
  const { data, errors } = await asking(one!, token, query);
  expect(errors).toBeUndefined();
  return data;
};
const refuse = (kind: string, domain: string, reason = 'fraud') =>
  ask(`mutation { refuseDomains(kind: ${kind}, domains: ["${domain}"], reason: "${reason}") }`);
const allow = (kind: string, domain: string) =>
  ask(`mutation { allowDomains(kind: ${kind}, domains: ["${domain}"]) }`);

const aCampaign = async (landingUrl: string): Promise<Campaign> =>
  (await createActiveCampaign(one!.ctx, { campaign: { advertiserId, landingUrl } })).campaign;
/** On which gateways a campaign is for sale. */
const onSale = ({ id }: Campaign) => apps.map(({ ctx }) => ctx.inventory.findCampaign(id) !== null);

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  apps = await Promise.all([startApp({ mongodbUri }), startApp({ mongodbUri })]);
  [one, other] = [...apps];
  operator = await logIn(one!, 'operator');
  const scopes = ['campaign.read', 'campaign.write', 'site.read', 'site.write'] as const;
  owner = await accessToken(one!, { scopes, email: 'a@test.example' });
  advertiserId = (await one!.ctx.accounts.findLogin('a@test.example'))!.account.id;
});

describe('a refused landing domain', () => {
  it('takes its campaigns off sale on every gateway, and gives them back', async () => {
    const shop = await aCampaign('https://www.shop.evil.example/a');
    const fine = await aCampaign('https://notevil.example/a');
    await eventually(() => expect([onSale(shop), onSale(fine)].flat()).not.toContain(false));
    expect(await refuse('landing', 'EVIL.example')).toEqual({ refuseDomains: 1 });
    // The gateway that was told knows at once.
    expect(one!.ctx.inventory.findCampaign(shop.id)).toBeNull();
    await eventually(() => expect(onSale(shop)).toEqual([false, false]), 2_000);
    expect(onSale(fine)).toEqual([true, true]);

    const fields = 'state refusedDomain refusalReason hindrances';
    const serving = `{ campaign(id: "${shop.id}") { serving { ${fields} } } }`;
    expect((await ask(serving, owner)).campaign.serving).toEqual({
      ...{ state: 'rejected_by_operator', refusedDomain: 'evil.example', refusalReason: 'fraud' },
      hindrances: expect.arrayContaining(['landing_refused']),
    });

    expect(await allow('landing', 'evil.example')).toEqual({ allowDomains: 1 });
    expect(one!.ctx.inventory.findCampaign(shop.id)).not.toBeNull();
    await eventually(() => expect(onSale(shop)).toEqual([true, true]), 2_000);
    expect((await ask(serving, owner)).campaign.serving).toMatchObject({
      ...{ refusedDomain: null, refusalReason: null },
    });
  });

  it('stays away where two entries cover a campaign, till both are lifted', async () => {
    const shop = await aCampaign('https://two.twice.example/');
    await refuse('landing', 'twice.example');
    await refuse('landing', 'two.twice.example');
    await eventually(() => expect(onSale(shop)).toEqual([false, false]));
    await allow('landing', 'two.twice.example');
    await eventually(() =>
      expect(other!.ctx.refusedDomains.findLanding(shop.landingUrl)?.domain).toBe('twice.example'),
    );
    expect(onSale(shop)).toEqual([false, false]);
    await allow('landing', 'twice.example');
    await eventually(() => expect(onSale(shop)).toEqual([true, true]));
  });

  it('lets a campaign neither be made active nor lead there, but be edited and stopped', async () => {
    const shop = await aCampaign('https://later.example/');
    const draft = await aCampaign('https://moves.example/');
    await refuse('landing', 'later.example');
    const update = async (id: string, input: string) =>
      asking(
        one!,
        owner,
        `mutation { updateCampaign(id: "${id}", input: { ${input} }) { status } }`,
      );
    const refusal = {
      landingUrl: ['is on later.example, which the operator refuses: fraud'],
    };
    const problemsOf = async (id: string, input: string) =>
      (await update(id, input)).errors[0].extensions.details;
    expect((await update(shop.id, 'name: "Other"')).data).toEqual({
      updateCampaign: { status: 'active' },
    });
    expect((await update(shop.id, 'status: inactive')).errors).toBeUndefined();
    expect(await problemsOf(shop.id, 'status: active')).toEqual(refusal);
    expect(await problemsOf(draft.id, 'landingUrl: "https://x.later.example/"')).toEqual(refusal);
    await allow('landing', 'later.example');
    expect((await update(shop.id, 'status: active')).errors).toBeUndefined();
  });

  it('holds for what is read at the start of a gateway', async () => {
    const shop = await aCampaign('https://before.example/');
    await refuse('landing', 'before.example');
    const third = await startApp({ mongodbUri });
    expect(third.ctx.inventory.findCampaign(shop.id)).toBeNull();
    await allow('landing', 'before.example');
    await eventually(() => expect(third.ctx.inventory.findCampaign(shop.id)).not.toBeNull());
  });

  it('is not given back to a campaign that was stopped meanwhile', async () => {
    const shop = await aCampaign('https://stopped.example/');
    await refuse('landing', 'stopped.example');
    await ask(
      `mutation { updateCampaign(id: "${shop.id}", input: { status: inactive }) { id } }`,
      owner,
    );
    await allow('landing', 'stopped.example');
    expect(one!.ctx.inventory.findCampaign(shop.id)).toBeNull();
  });
});

describe('a refused site domain', () => {
  const at = (host: string) => aContext({ url: `https://${host}/page` });
  const findAt = (app: TestApp, host: string) =>
    find(app, at(host), [aBox()], { 'X-Debug-Supply': operator });

  it('answers no ads there, with a reason, and makes no site', async () => {
    await aCampaign('https://ads.example/');
    expect((await findAt(other!, 'news.bad.example')).body.data).toHaveLength(1);
    await refuse('site', 'bad.example');
    await eventually(async () => {
      const { status, body } = await findAt(other!, 'news.bad.example');
      expect([status, body.data, body.debug[0].reason, body.debug[0].statusCode]).toEqual([
        ...[200, []],
        ...['hostRefused', 529],
      ]);
    }, 2_000);
    expect((await findAt(one!, 'new.bad.example')).body.data).toEqual([]);
    expect(await one!.ctx.sites.listAll({}, { first: 100 })).not.toContainEqual(
      expect.objectContaining({ host: 'new.bad.example' }),
    );
    expect((await findAt(one!, 'notbad.example')).body.data).toHaveLength(1);
    await allow('site', 'bad.example');
    await eventually(async () => {
      expect((await findAt(other!, 'news.bad.example')).body.data).toHaveLength(1);
    });
  });

  it('lets nobody add or claim a site there', async () => {
    await refuse('site', 'bücher.example', '');
    const problem = 'is on xn--bcher-kva.example, which the operator refuses';
    const create = `mutation { createSite(input: { url: "https://a.bücher.example", name: "A" }) { id } }`;
    const { errors } = await asking(one!, await logIn(one!, 'publisher'), create);
    expect(errors[0].extensions.details).toEqual({ url: [problem] });
    const claim = { host: 'xn--bcher-kva.example', accountId: (await aPublisher()).id };
    await expect(claimSite(one!.ctx, claim)).rejects.toMatchObject({ details: { url: [problem] } });
  });
});

async function aPublisher() {
  const { account } = (await one!.ctx.accounts.findLogin('publisher@test.example'))!;
  return account;
}

describe('the list', () => {
  it('is searched and has pages; an entry has its reason, and says who and when', async () => {
    const names = ['l1', 'l2', 'l3'].map((name) => `"${name}.listed.example"`).join();
    await ask(
      `mutation { refuseDomains(kind: landing, domains: [${names}], reason: " malware ") }`,
    );
    await ask(`mutation { refuseDomains(kind: site, domains: [${names}]) }`);
    const list = async (more: string) =>
      (
        await ask(
          `{ refusedDomains(search: "LISTED.example", ${more}) { id reason refusedById refusedAt } }`,
        )
      ).refusedDomains;
    const first = await list('first: 4');
    expect(first.map(({ id }: { id: string }) => id)).toEqual([
      ...['landing:l1.listed.example', 'landing:l2.listed.example', 'landing:l3.listed.example'],
      'site:l1.listed.example',
    ]);
    expect(first[0]).toMatchObject({
      reason: 'malware',
      refusedById: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const rest = await list('first: 4, afterId: "site:l1.listed.example"');
    expect(rest).toHaveLength(2);
    expect(await list('kind: site')).toHaveLength(3);
    await ask(`mutation { allowDomains(kind: site, domains: [${names}]) }`);
    expect(await list('kind: site')).toEqual([]);
  });

  it.each([
    ['domains: []', 'domains'],
    ['domains: ["https://a.example"]', 'domains.0'],
    ['domains: ["a.example", "b c"]', 'domains.1'],
    [`domains: ["a.example"], reason: "${'x'.repeat(501)}"`, 'reason'],
  ])('refuses %s, and changes nothing', async (given, member) => {
    const query = `mutation { refuseDomains(kind: landing, ${given}) }`;
    const { errors } = await asking(one!, operator, query);
    expect(errors[0].extensions).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(Object.keys(errors[0].extensions.details)).toEqual([member]);
    expect(
      (await ask('{ refusedDomains(search: "a.example") { domain } }')).refusedDomains,
    ).not.toContainEqual({ domain: 'a.example' });
  });
});
