import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AdPage, type AdPages, listen, startAdPages, urlOf } from '../support/ad-page';
import { aDocument } from '../support/contents';
import { eventually } from '../support/eventually';

let pages: AdPages;
/** Paths of a stranger's server that a document has reached. */
const visits: string[] = [];
/** Packets that came to a stranger by another way than HTTP. */
let packets = 0;
const stun = createSocket('udp4').on('message', () => {
  packets += 1;
});
afterAll(() => {
  stun.close();
});

/** Tries all that a document might want of the page; uploads take plainer spellings for clicks. */
const attempts = (url: string, stunPort: number) => `
const place = window, where = 'loc' + 'ation', tried = {};
function attempt(name, run) {
  try {
    const made = run();
    tried[name] = String(made);
    if (made instanceof Promise)
      made.then((value) => { tried[name] = String(value); }, (error) => { tried[name] = error.name; });
  } catch (error) {
    tried[name] = error.name;
  }
}
function add(tag, members) {
  const element = Object.assign(document.createElement(tag), members);
  document.body.append(element);
  return element;
}
function clickOn(members) {
  const link = add('a', members);
  link.addEventListener('click', (event) => event.stopImmediatePropagation(), true);
  HTMLElement.prototype.click.call(link);
}
function tryAll(when) {
  const a = (name, run) => attempt(name + when, run);
  a('document of the page', () => parent.document.title);
  a('location of the page', () => { place.top[where] = '${url}/top'; });
  a('address of the page', () => { place.top[where].href = '${url}/top'; });
  a('frames beside it', () => { for (let at = 0; at < parent.frames.length; at += 1) parent.frames[at][where] = '${url}/beside'; });
  a('window', () => place['op' + 'en']('${url}/window'));
  a('window of a frame', () => add('iframe')['content' + 'Window']['op' + 'en']('${url}/window'));
  a('many windows', () => { for (let at = 0; at < 100; at += 1) place['op' + 'en']('${url}/window'); });
  a('link to the top', () => clickOn({ href: '${url}/link', target: '_top' }));
  a('form to the top', () => add('form', { action: '${url}/form', target: '_top' }).submit());
  a('refresh of the top', () => { document.head.insertAdjacentHTML('beforeend', '<base target="_top" href="${url}">'); });
  a('history', () => history.back());
  a('end of the page', () => place.top.close());
  a('cookie', () => document.cookie = 'a=b');
  a('storage', () => localStorage.length);
  a('storage of the session', () => sessionStorage.length);
  a('cache', () => caches.open('x'));
  a('database', () => { indexedDB.open('x'); return 'opened'; });
  a('service worker', () => navigator.serviceWorker.register('/x.js'));
  a('access to storage', () => document.requestStorageAccess());
  a('file system', () => navigator.storage.getDirectory());
  a('domain', () => { document.domain = '127.0.0.1'; return 'set'; });
  for (const name of ['alert', 'confirm', 'prompt', 'print']) a(name, () => place[name]('x'));
  a('download', () => clickOn({ href: 'data:application/octet-stream,x', download: 'x.exe' }));
  a('full screen', () => document.documentElement.requestFullscreen().then(() => 'full'));
  a('pointer', () => document.body.requestPointerLock().then(() => 'locked'));
  a('position', () => new Promise((found, refused) => navigator.geolocation.getCurrentPosition(found, () => refused({ name: 'refused' }))));
  a('camera', () => navigator.mediaDevices.getUserMedia({ video: true }));
  a('notifications', () => Notification.requestPermission());
  a('clipboard', () => navigator.clipboard.readText());
  a('lock of the screen', () => navigator.wakeLock.request());
  a('other ways to servers', () => {
    const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stunPort}' }] });
    call.createDataChannel('x');
    return call.createOffer().then((offer) => call.setLocalDescription(offer));
  });
}
tryAll('');
addEventListener('mousedown', ({ isTrusted }) => { if (isTrusted) tryAll(' by a press'); }, true);
setInterval(() => parent.postMessage({ tried }, '*'), 50);`;

/** Takes the focus, once or again and again, and tells of it and of the keys that it gets. */
const thief = (repeat: string) => `
const field = document.getElementById('field');
field.onfocus = () => parent.postMessage({ isFocused: true }, '*');
field.onkeydown = ({ key }) => parent.postMessage({ key }, '*');
${repeat}`;
const field =
  '<style>* { margin: 0 } #field { display: block; width: 100%; height: 40px }</style><input id="field">';

beforeAll(async () => {
  pages = await startAdPages();
  const spy = await listen((req, res) => {
    visits.push(String(req.url));
    res.end();
  });
  stun.bind(0, '127.0.0.1');
  await once(stun, 'listening');
  const { port } = stun.address();
  const style = '<style>* { margin: 0 } body { height: 60px } body > * { display: none }</style>';
  const ads = {
    '468x60': `${style}<script>${attempts(urlOf(spy), port)}</script>`,
    '728x90': `${field}<script>${thief('field.focus();')}</script>`,
    '300x250': `${field}<script>${thief('setInterval(() => field.focus(), 30);')}</script>`,
  };
  for (const [scope, body] of Object.entries(ads))
    await pages.createAd(aDocument(body), { type: 'html', scope });
});

/** Notes what documents tell the page of themselves. */
const listening = `
  globalThis.heard = { keys: [], focuses: 0 };
  addEventListener('message', ({ data }) => {
    if (data?.isFocused) heard.focuses += 1;
    if (data?.tried) heard.tried = data.tried;
    if (data?.key) heard.keys.push(data.key);
  });`;

/** A page with a field, the ad, and a frame of somebody else's. */
async function openWith(size: string, beside = '<p>Beside'): Promise<AdPage> {
  const [id = ''] = await pages.createPlacements(size);
  const code = await pages.embedCode(id);
  const text =
    '<style>* { margin: 0 } #text { height: 30px }</style><input id="text" autofocus><br>';
  const opened = await pages.open(
    `${text}${code}<iframe id="beside" srcdoc="${beside}"></iframe>`,
    {
      before: listening,
    },
  );
  await opened.event('filled');
  return opened;
}

describe('a document that tries everything', () => {
  it('gets nothing of the page, by itself or by a press, which opens the landing page alone', async () => {
    const opened: string[] = [];
    const { page, event } = await openWith('468x60');
    const url = page.url();
    page.on('dialog', (dialog) => {
      opened.push(dialog.type());
      void dialog.dismiss();
    });
    page.on('download', () => opened.push('download'));
    page.context().on('page', (popup) => opened.push(popup.url()));
    const tried = async (when: string) => {
      const all: Record<string, string> = {};
      await eventually(async () => {
        const { tried: told } = await page.evaluate<{ tried?: Record<string, string> }>('heard');
        Object.assign(all, told);
        expect(Object.keys(all)).toContain(`other ways to servers${when}`);
        expect(Object.values(all)).not.toContain('[object Promise]');
      }, 20_000);
      return all;
    };
    const nothing = /^(undefined|null|false|default|refused|\w+Error)$/;
    const loot = async (when: string) =>
      Object.entries(await tried(when)).filter(([, got]) => !nothing.test(got));
    expect(await loot('')).toEqual([]);
    expect(opened).toEqual([]);
    await page.mouse.click(100, 60);
    await event('click');
    expect(await loot(' by a press')).toEqual([]);
    // A busy browser tells of the landing page late.
    await eventually(() => expect(opened).not.toEqual([]));
    await page.waitForTimeout(300);
    expect(opened).toHaveLength(1);
    expect([visits, packets, page.url()]).toEqual([[], 0, url]);
    expect(await page.frameLocator('#beside').locator('p').textContent()).toBe('Beside');
  });
});

describe('the visitor’s keys', () => {
  const typed = async ({ page }: AdPage) =>
    page.evaluate<{ text: string; keys: string[] }>(
      `({ text: document.getElementById('text').value, keys: heard.keys })`,
    );

  /** A page whose document has taken the focus once, and has lost it again. */
  async function openRobbed(): Promise<AdPage> {
    const opened = await openWith('728x90');
    await opened.page.waitForFunction(
      `heard.focuses === 1 && document.activeElement === document.getElementById('text')`,
    );
    return opened;
  }

  it('stay on the page when a document takes the focus', async () => {
    const opened = await openRobbed();
    await opened.page.keyboard.type('secret');
    expect(await typed(opened)).toEqual({ text: 'secret', keys: [] });
    expect(opened.events()).not.toContain('error ');
  });

  it('go to a document after a press in it, or by the tab key', async () => {
    const opened = await openRobbed();
    const { page } = opened;
    await page.mouse.click(100, 60);
    await page.waitForFunction('heard.focuses === 2');
    await page.keyboard.type('a');
    await page.locator('#text').focus();
    await page.keyboard.press('Tab');
    await page.waitForFunction('heard.focuses === 3');
    await page.keyboard.type('b');
    await eventually(async () => {
      expect(await typed(opened)).toEqual({ text: '', keys: ['a', 'b'] });
    }, 5_000);
  });

  it('are left alone by a document that takes the focus again and again: it goes', async () => {
    const { page, event } = await openWith('300x250');
    expect(await event('error')).toMatchObject({ reason: 'left' });
    await page.keyboard.type('secret');
    expect(await page.locator('#text').inputValue()).toBe('secret');
  });
});

describe('messages of another frame', () => {
  it('are no document’s, however many', async () => {
    const forged = `<script>
      const { port1, port2 } = new MessageChannel();
      parent.postMessage({ type: 'adgate:open' }, '*', [port2]);
      const told = [{ type: 'adgate:click' }, { dwmthClick: 1 }, { dwmthLoad: 1 }, { type: 'adgate:ready' }, 1, null];
      for (let at = 0; at < 5000; at += 1) { parent.postMessage(told[at % told.length], '*'); port1.postMessage(at % 2); }
      setInterval(() => { for (const one of told) parent.postMessage(one, '*'); port1.postMessage(1); }, 20);
    </script>`;
    const { page, events } = await openWith('728x90', forged.replaceAll('"', '&quot;'));
    await page.mouse.click(10, 10);
    await page.keyboard.press('a');
    // A press that is no click of the document's own.
    await page.mouse.click(100, 60, { button: 'right' });
    await page.waitForTimeout(500);
    expect(events().filter((told) => /click|error/.test(told))).toEqual([]);
  });
});
