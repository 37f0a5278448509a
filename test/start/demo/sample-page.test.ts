import { describe, expect, it } from '@jest/globals';
import { createDemoData } from '../../../src/start/demo-data';
import { send, startApp, type TestApp } from '../../support/app';

const query = '{ samplePage { url medium boxes { size types } } }';
const samplePageOf = async ({ url }: TestApp) =>
  (await send(`${url}/graphql`, { json: { query } })).body;

describe('samplePage', () => {
  it('is where the demo is, and none without its data', async () => {
    const app = await startApp();
    expect(await samplePageOf(app)).toEqual({ data: { samplePage: null } });
    await createDemoData(app.ctx);
    const { data } = await samplePageOf(app);
    expect(data.samplePage).toEqual({
      url: `${app.url}/demo`,
      medium: 'web',
      boxes: [
        ...['728x90', '320x50', '300x600', '300x250'].map((size) => ({ size, types: ['image'] })),
        { size: '300x250', types: ['html'] },
      ],
    });
    expect((await fetch(data.samplePage.url)).status).toBe(200);
  });

  it('is none where the demo is off', async () => {
    const app = await startApp({ env: { ADGATE_DEMO: '0' } });
    await createDemoData(app.ctx);
    expect(await samplePageOf(app)).toEqual({ data: { samplePage: null } });
  });
});
