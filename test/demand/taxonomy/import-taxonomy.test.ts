import { beforeAll, describe, expect, it } from '@jest/globals';
import { defaultTaxonomyText } from '../../../src/demand/taxonomy/default-taxonomy';
import { toTargeting } from '../../../src/demand/taxonomy/taxonomy';
import { logIn, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

let apps: readonly [TestApp, TestApp];
let token: string;
beforeAll(async () => {
  const mongodbUri = await freshDatabase();
  apps = [await startApp({ mongodbUri }), await startApp({ mongodbUri })];
  token = await logIn(apps[0], 'operator');
});

const ask = async (
  app: TestApp,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
) => (await sendGraphql(app, token, query, variables)).body;
const documentOf = async (app: TestApp) =>
  (await ask(app, '{ taxonomyDocument { name version isDefault text } }')).data.taxonomyDocument;
const importText = (text: string, isForced?: boolean) =>
  ask(
    apps[0],
    `mutation ($text: String!, $isForced: Boolean) {
      importTaxonomy(text: $text, isForced: $isForced) { name version orphans { campaignId problem } }
    }`,
    { text, isForced },
  );
const named = (version: string, change: (text: string) => string = (text) => text) =>
  change(defaultTaxonomyText.replace('"version": "1.0.0"', `"version": "${version}"`));
const withoutDevices = (text: string) => text.replaceAll('"name": "os"', '"name": "system"');

describe('the document of the taxonomy', () => {
  it('is the server’s own until another one is imported, which every gateway takes up as it was written', async () => {
    const [one, other] = apps;
    expect(await documentOf(one)).toEqual({
      ...{ name: 'adgate', version: '1.0.0' },
      ...{ isDefault: true, text: defaultTaxonomyText },
    });
    const text = named('2.0.0');
    expect(await importText(text)).toEqual({
      data: { importTaxonomy: { name: 'adgate', version: '2.0.0', orphans: [] } },
    });
    for (const app of [one, other])
      await eventually(async () => {
        expect(await documentOf(app)).toEqual({
          ...{ name: 'adgate', version: '2.0.0' },
          ...{ isDefault: false, text },
        });
      }, 60_000);
  });

  it('names everything that is wrong with it, and stays', async () => {
    const before = await documentOf(apps[0]);
    const wrong = defaultTaxonomyText.replace('"name": "web"', '"name": ""');
    const { errors } = await importText(wrong);
    expect(errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { 'media.0.name': [expect.any(String)] },
    });
    expect((await importText('{')).errors[0].message).toContain('is not JSON');
    expect(await documentOf(apps[0])).toEqual(before);
  });

  it('orphans no campaign that runs, unless forced; the audit log has both', async () => {
    const { campaign } = await createActiveCampaign(apps[0].ctx, {
      campaign: { targeting: toTargeting({ device: { os: ['unix'] } }) },
    });
    const text = named('3.0.0', withoutDevices);
    const { errors } = await importText(text);
    expect(errors[0].extensions.code).toBe('CONFLICT');
    expect(errors[0].message).toContain(campaign.id);
    const { data } = await importText(text, true);
    expect(data.importTaxonomy.orphans).toEqual([
      { campaignId: campaign.id, problem: expect.stringContaining('os') },
    ]);
    const entries = await ask(
      apps[0],
      `{ allAuditEntries(operation: "importTaxonomy", first: 2) { nodes { outcome errorCode members { name value } } } }`,
    );
    expect(entries.data.allAuditEntries.nodes).toEqual([
      {
        ...{ outcome: 'done', errorCode: null },
        members: [
          { name: 'isForced', value: 'true' },
          { name: 'text', value: null },
        ],
      },
      {
        ...{ outcome: 'failed', errorCode: 'CONFLICT' },
        members: [{ name: 'text', value: null }],
      },
    ]);
  });
});
