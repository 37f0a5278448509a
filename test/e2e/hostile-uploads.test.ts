import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Frame, Page } from 'playwright-core';
import { accessToken, startApp, type TestApp } from '../support/app';
import { launchBrowser } from '../support/browser';
import { anAvif } from '../support/avif';
import { aPng } from '../support/campaigns';
import { aDocument, aZip } from '../support/contents';
import { uploadFile, type UploadOptions } from '../support/uploads';

let app: TestApp;
let token: string;
let browser: Browser;
let stranger: Server;
/** Paths that were asked of a server that no document may reach. */
const strangersVisits: string[] = [];
let strangersUrl: string;

beforeAll(async () => {
  app = await startApp();
  token = await accessToken(app, { scopes: ['campaign.write'] });
  stranger = createServer((req, res) => {
    strangersVisits.push(req.url ?? '');
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.end('seen');
  });
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  strangersUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  stranger.close();
});

async function previewOf(content: Buffer | string, options: UploadOptions): Promise<string> {
  const { status, body } = await uploadFile(app, token, content, options);
  expect(status).toBe(200);
  return body.data.url as string;
}
/** The message of a click, for our tag and for the page script of the reference. */
const told = { type: 'adgate:click', dwmthClick: 1 };
/** A button that does something when it is clicked. */
const opener = (code: string, type = 'click') =>
  `<b id="a">Buy</b><script>var clickTag = "https://evil.example/"; document.getElementById('a').addEventListener('${type}', (event) => { ${code} });</script>`;
const documentOf = (script: string, body = '') =>
  previewOf(aDocument(`${body}<script>${script}</script>`), { type: 'html', scope: '300x250' });

/** Opens a URL in a visitor's browser that has a cookie of the API's origin. */
async function open<Result>(url: string, look: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext();
  await context.addCookies([{ name: 'session', value: 'secret', url: app.url }]);
  const page = await context.newPage();
  try {
    await page.goto(url);
    return await look(page);
  } finally {
    await context.close();
  }
}

/** Shows a document in a frame of the page, which notes what it is told. */
const embed = (page: Page, url: string) =>
  page.evaluate(`new Promise((resolve) => {
    globalThis.told = [];
    addEventListener('message', ({ data }) => told.push(data));
    const frame = document.createElement('iframe');
    frame.src = ${JSON.stringify(url)};
    frame.onload = resolve;
    document.body.append(frame);
  }).then(() => null)`);

/** Opens a document as previews are shown: in a frame of a page of the API's origin. */
const openFramed = <Result>(url: string, look: (frame: Frame) => Promise<Result>) =>
  open(`${app.url}/health`, async (page) => {
    await embed(page, url);
    return look(page.frames()[1]!);
  });

/** Attempts to reach something; each writes its loot into the page's title, or the error that stopped it. */
const attempts: readonly (readonly [string, () => string])[] = [
  ['the cookies of the origin', () => 'document.title = "got " + document.cookie'],
  [
    'the storage of the origin',
    () => 'localStorage.x = 1; document.title = "got " + localStorage.x',
  ],
  ['the session storage', () => 'sessionStorage.x = 1; document.title = "got it"'],
  ['the databases', () => 'indexedDB.open("x"); document.title = "got it"'],
  [
    'a frame of the API',
    () =>
      'const f = document.createElement("iframe"); f.src = "/health"; document.body.append(f); f.onload = () => { document.title = "got " + f.contentDocument.body.textContent }',
  ],
  ['the API', () => 'fetch("/auth/check").then(() => { document.title = "got it" })'],
  [
    'the API by an absolute URL',
    () =>
      `fetch("${app.url}/graphql", { method: "POST" }).then(() => { document.title = "got it" })`,
  ],
  [
    'the API by an older way',
    () =>
      'const r = new XMLHttpRequest(); r.onload = () => { document.title = "got it" }; r.open("GET", "/health"); r.send()',
  ],
  [
    'a socket',
    () =>
      `new WebSocket("${app.url.replace('http', 'ws')}").onopen = () => { document.title = "got it" }`,
  ],
  ['a beacon', () => `navigator.sendBeacon("${strangersUrl}/beacon")`],
  ['a stranger’s picture', () => `new Image().src = "${strangersUrl}/picture"`],
  [
    'a stranger’s script',
    () =>
      `const s = document.createElement("script"); s.src = "${strangersUrl}/script"; document.head.append(s)`,
  ],
  [
    'a stranger’s style sheet',
    () =>
      `document.head.insertAdjacentHTML("beforeend", '<link rel="stylesheet" href="${strangersUrl}/style">')`,
  ],
  [
    'a stranger by a form',
    () =>
      `document.body.insertAdjacentHTML("beforeend", '<form action="${strangersUrl}/form"></form>'); document.forms[0].submit()`,
  ],
  [
    'a service worker',
    () =>
      'navigator.serviceWorker.register("/serve/x.js").then(() => { document.title = "got it" })',
  ],
  [
    'a worker',
    () =>
      'new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))).onmessage = () => { document.title = "got it" }',
  ],
  ['a dialogue', () => 'document.title = confirm("?") ? "got it" : "none"'],
];

describe('a served document', () => {
  it('runs its own script, in an origin that is nobody’s', async () => {
    const url = await documentOf('document.title = "origin " + self.origin');
    expect(await openFramed(url, (frame) => frame.title())).toBe('origin null');
  });

  it.each(attempts)('does not reach %s', async (_what, script) => {
    const url = await documentOf(script());
    const before = strangersVisits.length;
    const title = await openFramed(url, async (frame) => {
      // The frame's attempts take a turn or two of the browser.
      await frame.waitForTimeout(300);
      return frame.title();
    });
    expect(title).not.toContain('got');
    expect(strangersVisits.slice(before)).toEqual([]);
  });

  it('does not lead the page around it away', async () => {
    const url = await documentOf('top.location = "about:blank#gone"');
    await open(`${app.url}/health`, async (page) => {
      await embed(page, url);
      await page.waitForTimeout(300);
      expect(page.url()).toBe(`${app.url}/health`);
    });
  });

  it('tells the page around it of a click, and stays where it is', async () => {
    const url = await documentOf('', '<a href="https://evil.example/" id="a">Buy</a>');
    await open(`${app.url}/health`, async (page) => {
      await embed(page, url);
      await page.frames()[1]!.click('#a');
      await page.waitForFunction('told.length > 1');
      expect(await page.evaluate('told')).toEqual([{ dwmthLoad: 1 }, told]);
      expect(page.frames()[1]!.url()).toBe(url);
    });
  });

  /** Ways out of a banner, and how often the page around it is told of a click. */
  it.each([
    ['a click', '<b id="a">Buy</b>', 1],
    [
      'a window behind a stopped click',
      opener('event.stopPropagation(); window.open(clickTag)'),
      1,
    ],
    ['a window beside a click', opener('window.open(clickTag, "_blank")'), 1],
    [
      'a window a little later',
      opener('event.stopPropagation(); setTimeout(open, 50, clickTag)'),
      1,
    ],
    ['a window that a press opens', opener('open(clickTag)', 'mousedown'), 1],
    [
      'a link behind a stopped click',
      '<a id="a" href="https://evil.example/">Buy</a><script>a.onclick = (event) => event.stopPropagation()</script>',
      1,
    ],
    [
      'a link of a drawing',
      '<svg width="90" height="30"><a xlink:href="https://evil.example/"><rect id="a" width="90" height="30"/></a></svg>',
      1,
    ],
    [
      'a location that it leads to',
      opener('event.stopPropagation(); window.location.href = clickTag'),
      1,
    ],
    ['a location that it sets', opener('event.stopPropagation(); location = clickTag'), 1],
    [
      'the location of the page around it',
      opener('event.stopPropagation(); top.location.assign(clickTag)'),
      1,
    ],
    [
      'a window of the page around it',
      opener('event.stopPropagation(); window.top.open(clickTag)'),
      1,
    ],
    [
      'a handler that leads to a location',
      '<script>var clickTag = "https://evil.example/"</script><b id="a" onclick="event.stopPropagation(); document.location = clickTag">Buy</b>',
      1,
    ],
    [
      'a link that runs a script',
      '<a id="a" href="javascript:window.location.href=clickTag">Buy</a>',
      1,
    ],
    ['a place of its own', opener('event.stopPropagation(); location.href = "#two"'), 0],
    [
      'a location that nobody asked for',
      '<b id="a">Buy</b><script>location.href = "/health"</script>',
      1,
    ],
    ['a button of its own', opener('event.stopPropagation()'), 0],
    ['a window that nobody asked for', '<b id="a">Buy</b><script>open("/")</script>', 1],
  ])('tells of %s', async (_case, body, count) => {
    const url = await documentOf('', body);
    await open(`${app.url}/health`, async (page) => {
      await embed(page, url);
      await page.frames()[1]!.click('#a');
      await page.waitForFunction(`told.length > ${count}`);
      // Nothing more comes.
      await page.waitForTimeout(200);
      expect(await page.evaluate('told')).toEqual([
        { dwmthLoad: 1 },
        ...Array.from({ length: count }, () => told),
      ]);
      expect(page.frames()[1]!.url().replace('#two', '')).toBe(url);
      expect(page.context().pages()).toHaveLength(1);
    });
  });

  it('has its clicks opened by the page script of the reference, which asks for none of our words', async () => {
    const url = await documentOf('', opener('event.stopPropagation(); window.open(clickTag)'));
    await open(`${app.url}/health`, async (page) => {
      await page.evaluate(`addEventListener('message', ({ data, source }) => {
        if (data.dwmthLoad) source.postMessage({ dwmthLoad: 1, data: { click_url: '/click' } }, '*');
        if (data.dwmthClick) globalThis.opened = '/click';
      })`);
      await embed(page, url);
      await page.frames()[1]!.click('#a');
      await page.waitForFunction('globalThis.opened === "/click"');
    });
  });

  it('shows what its archive had, and plays nothing by itself', async () => {
    const archive = aZip([
      {
        name: 'ad/index.htm',
        content: aDocument(
          '<img id="i" src="img/a%20b.png"><video autoplay src="v.mp4"></video><p>x</p><script src="./js/a.js?v=1"></script>',
          '<link rel="stylesheet" href="css/a.css">',
        ),
      },
      { name: 'ad/img/a b.png', content: aPng('88x31') },
      { name: 'ad/css/a.css', content: '@import "b.css"; p { color: rgb(1, 2, 3) }' },
      { name: 'ad/css/b.css', content: 'p { background: url( "../img/a b.png" ) }' },
      { name: 'ad/js/a.js', content: 'document.title = "</script>run"' },
      { name: 'ad/v.mp4', content: 'x' },
    ]);
    const url = await previewOf(archive, { type: 'html', scope: '300x250' });
    const seen = await openFramed(url, (frame) =>
      frame.evaluate(`({
        title: document.title,
        width: document.querySelector('#i').naturalWidth,
        color: getComputedStyle(document.querySelector('p')).color,
        background: getComputedStyle(document.querySelector('p')).backgroundImage.slice(0, 20),
        hasAutoplay: document.querySelector('video').autoplay,
      })`),
    );
    expect(seen).toEqual({
      title: '</script>run',
      width: 88,
      color: 'rgb(1, 2, 3)',
      background: 'url("data:image/png;',
      hasAutoplay: false,
    });
  });
});

it('is kept as a file, and opens no page of its own', async () => {
  const url = await documentOf('document.title = "got it"');
  await expect(open(url, (page) => page.title())).rejects.toThrow('Download is starting');
});

it('is seen in the size that it was measured in, turned as an AVIF says', async () => {
  const turned = await anAvif('250x300', {
    properties: [
      ['imir', 0],
      ['irot', 3],
    ],
  });
  const url = await previewOf(turned, { type: 'image' });
  const seen = await open(`${app.url}/health`, async (page) => {
    await page.setContent(`<img src="${url}">`);
    return page.evaluate(`document.images[0].decode().then(() =>
      [document.images[0].naturalWidth, document.images[0].naturalHeight])`);
  });
  expect(seen).toEqual([300, 250]);
});

describe('what is both a picture and a page', () => {
  it('is a picture', async () => {
    const content = Buffer.concat([
      aPng('300x250'),
      Buffer.from('<html><script>document.title = "got it"</script></html>'),
    ]);
    const url = await previewOf(content, { mime: 'text/html', filename: 'a.html' });
    const seen = await open(url, (page) =>
      page.evaluate(`[document.contentType, document.title.includes('got')]`),
    );
    expect(seen).toEqual(['image/png', false]);
  });
});
