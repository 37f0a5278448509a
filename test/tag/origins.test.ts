import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AdPages, inAd, startAdPages } from '../support/ad-page';
import { aPng } from '../support/campaigns';

describe('a page by plain http', () => {
  let pages: AdPages;

  beforeAll(async () => {
    pages = await startAdPages();
    await pages.createAd(aPng('300x250'), { type: 'image' });
  });

  it('has a SHA-1 of its own, loaded where browsers offer none, and is of another site', async () => {
    const body = `<div id="box" data-adgate="300x250"></div>${pages.tag}`;
    const { page, event, requests, finds } = await pages.open(body, { host: 'news.example' });
    await event('view');
    expect(await page.evaluate('[isSecureContext, typeof crypto.subtle]')).toEqual([
      false,
      'undefined',
    ]);
    expect(requests('/tag/sha1-')).toHaveLength(1);
    expect(finds[0]!.context.url).toBe(new URL(page.url()).origin);
  });
});

describe('a page by https', () => {
  let pages: AdPages;

  beforeAll(async () => {
    pages = await startAdPages({ isSecure: true });
    await pages.createAd(aPng('300x250'), { type: 'image' });
  });

  const box = '<div id="box" data-adgate="300x250"></div>';
  const tag = (attributes: string) => pages.tag.replace('async', `async ${attributes}`);
  const cookies = async () => (await pages.context.cookies()).map(({ name }) => name);
  const tcf = (members: object) => `
    window.__tcfapi = (command, version, tell) => {
      if (command === 'addEventListener') tell(${JSON.stringify({ listenerId: 1, eventStatus: 'tcloaded', tcString: 'CP-tc', ...members })}, true);
    };`;
  const gpp = (sections: object) => `
    window.__gpp = (command, tell) => tell({
      gppString: 'DBAA', applicableSections: [7], parsedSections: ${JSON.stringify(sections)},
    }, true);`;
  const gpc = `Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });`;
  const agreed = { gdprApplies: true, purpose: { consents: { 1: true } } };
  const optedOut = { usnat: [{ SaleOptOut: 1 }] };

  it.each([
    ['nobody says anything', '', '', {}],
    [
      'the page says no, whatever its manager says',
      'data-consent="no"',
      tcf(agreed),
      { gdpr: true, tcf: 'CP-tc', given: false },
    ],
    [
      'its manager has no consent',
      '',
      tcf({ gdprApplies: true, purpose: { consents: {} } }),
      { gdpr: true, tcf: 'CP-tc' },
    ],
    [
      'the visitor has opted out',
      '',
      tcf(agreed) + gpp(optedOut),
      { gdpr: true, tcf: 'CP-tc', gpp: 'DBAA', gppSid: [7] },
    ],
    [
      'the browser sends Global Privacy Control',
      'data-consent="yes"',
      gpc,
      { gpc: true, given: true },
    ],
    [
      'the page’s word is empty',
      'data-consent=""',
      tcf(agreed),
      { gdpr: true, tcf: 'CP-tc', given: false },
    ],
    ['its manager does not answer', '', 'window.__tcfapi = () => {};', {}],
    ['its manager fails', '', 'window.__tcfapi = () => { throw new Error("odd"); };', {}],
  ])('sends and sets no identifier where %s', async (_case, attributes, before, consent) => {
    await pages.context.clearCookies();
    const { page, event, finds, requests } = await pages.open(`${box}${tag(attributes)}`, {
      before,
    });
    await event('view');
    expect(finds[0]!.context.consent).toEqual(consent);
    expect(requests('/supply/register')).toEqual([]);
    expect(await cookies()).toEqual([]);
    expect(
      await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'),
    ).toEqual([0, 0, '']);
  });

  it.each([
    ['the page says so', 'data-consent="yes"', ''],
    ['its manager has it', '', tcf(agreed) + gpp({ usnat: [{ SaleOptOut: 2 }] })],
    ['its manager says that nobody asks for it', '', tcf({ gdprApplies: false })],
  ])('registers the visitor once with consent: %s', async (_case, attributes, before) => {
    await pages.context.clearCookies();
    const { page, event, requests } = await pages.open(`${box}${tag(attributes)}`, { before });
    await event('filled');
    await page.evaluate('window.adgate.refresh()');
    await event('view');
    expect(requests('/supply/register')).toHaveLength(1);
    expect(await cookies()).toEqual(['tid']);
  });

  it('is a frame without rights, too', async () => {
    const inner = `<div data-adgate="300x250"></div>${pages.tag}`.replaceAll('"', '&quot;');
    const body = `<iframe sandbox="allow-scripts" width="320" height="270" srcdoc="${inner}"></iframe>`;
    const { page, finds } = await pages.open(body);
    const view = page.waitForResponse((response) => response.url().includes('/view?'));
    expect((await view).status()).toBe(200);
    expect(finds[0]!.placements[0]).toMatchObject({ topframe: false });
    expect(finds[0]!.context.url).toBe(pages.publisherUrl);
    await page.frameLocator('iframe').locator('img').waitFor();
  });

  it('finds its origin, and its consent manager, through frames without rights of other origins', async () => {
    await pages.context.clearCookies();
    const frame = (html: string) =>
      `<iframe sandbox="allow-scripts" width="340" height="290" srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
    const answers = {
      __tcfapi: { ...agreed, tcString: 'CP-far', listenerId: 7 },
      __gpp: { gppString: 'DBAB', applicableSections: [8], parsedSections: optedOut },
    };
    const managers = `<script>
      window.heard = [];
      addEventListener('message', ({ data, source }) => {
        for (const [name, returnValue] of Object.entries(${JSON.stringify(answers)})) {
          const call = data[name + 'Call'];
          if (!call) continue;
          heard.push(call.command + ' ' + call.parameter);
          source.postMessage({ [name + 'Return']: { returnValue, success: true, callId: 'of another' } }, '*');
          source.postMessage({ [name + 'Return']: { returnValue, success: true, callId: call.callId } }, '*');
        }
      });
    </script><iframe name="__tcfapiLocator" hidden></iframe><iframe name="__gppLocator" hidden></iframe>`;
    const { page, finds } = await pages.open(`${managers}${frame(frame(box + pages.tag))}`);
    await page.frameLocator('iframe[sandbox]').frameLocator('iframe').locator('img').waitFor();
    expect(finds[0]!.context).toMatchObject({
      url: pages.publisherUrl,
      consent: { gdpr: true, tcf: 'CP-far', gpp: 'DBAB', gppSid: [8] },
    });
    expect(await page.evaluate('heard')).toEqual(
      expect.arrayContaining([
        'addEventListener undefined',
        'removeEventListener 7',
        'ping undefined',
      ]),
    );
    expect(await cookies()).toEqual([]);
  });

  it('shows what came over https', async () => {
    const { page, event } = await pages.open(`${box}${pages.tag}`);
    await event('filled');
    expect(await page.evaluate(`${inAd('img')}.naturalWidth`)).toBe(300);
  });
});
