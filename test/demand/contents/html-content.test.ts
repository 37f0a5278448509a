import { describe, expect, it } from '@jest/globals';
import type { Inspected } from '../../../src/demand/contents/content';
import { inspectHtml, type InspectHtmlOptions } from '../../../src/demand/contents/html-content';
import { aDocument, aZip } from '../../support/contents';

const options: InspectHtmlOptions = {
  scope: '300x250',
  allowedOrigins: [],
  fetchHosts: ['code.createjs.com', 'fonts.googleapis.com'],
  outside: new Map(),
};
const bytesOf = (text: string) => Buffer.from(text);
const inspect = (content: Buffer, change: Partial<InspectHtmlOptions> = {}) =>
  inspectHtml(content, { ...options, ...change });
const textOf = async (...given: Parameters<typeof inspect>) =>
  ((await inspect(...given)) as Inspected).bytes.toString();
const refusal = (content: Buffer, change?: Partial<InspectHtmlOptions>) =>
  expect(inspect(content, change)).rejects;

it('may have more comments than a call takes arguments', async () => {
  const content = aZip([{ name: 'index.html', content: aDocument('a<!>'.repeat(150_000)) }]);
  await expect(inspect(content)).resolves.toMatchObject({ scope: '300x250' });
});

describe('a document that is refused', () => {
  it('is told of everything at once, by name', async () => {
    const body =
      '<script src="https://evil.example/a.js"></script><img src="//evil.example/b.png"><iframe></iframe>' +
      '<img src="no.png"><i style="background:url(nor/this.png)"></i><img src="https://[">';
    const expected = {
      content: [
        'must not have an element <iframe>',
        'loads from outside, which it must not: "https://evil.example/a.js", "//evil.example/b.png"',
        'refers to what is not in the archive: "no.png", "nor/this.png"',
        'refers to what is no URL: "https://["',
      ],
      scope: ["is 300x250, and the document's ad.size says 728x90"],
    };
    const head = '<meta name="ad.size" content="width=728,height=90">';
    await refusal(bytesOf(aDocument(body, head))).toMatchObject({ details: expected });
    const message = /"\/\/evil.example\/b.png".*"nor\/this.png".*ad.size says 728x90/;
    await refusal(bytesOf(aDocument(body, head))).toThrow(message);
  });

  it('is told why, for banners of tools that need what is not there', async () => {
    const studio = aDocument(
      '<iframe src="panel/index.htm"></iframe><object data="banner.swf"></object>',
      '<script src="https://s0.2mdn.net/ads/studio/Enabler.js"></script>',
    );
    const content = aZip([
      { name: 'index.html', content: studio },
      { name: 'panel/index.htm', content: aDocument() },
      { name: 'backup.html', content: aDocument() },
    ]);
    await refusal(content).toMatchObject({
      details: {
        content: [
          'must have one HTML file, or one that names the others; nothing names "backup.html", "index.html"',
          'must not have an element <iframe>, which shows "panel/index.htm"',
          'must not have an element <object>, which shows "banner.swf"',
          'loads from outside, which it must not: "https://s0.2mdn.net/ads/studio/Enabler.js"',
        ],
      },
    });
  });

  it('names twenty references of a kind, and counts the others', async () => {
    const body = Array.from({ length: 25 }, (_, at) => `<img src="${at}.png">`).join('');
    await refusal(bytesOf(aDocument(body))).toThrow(/"19.png" and 5 more$/);
  });
});

describe('the size of a document', () => {
  const sized = bytesOf(aDocument('x', '<meta name="ad.size" content="width=160, height=600">'));

  it('is what it says of itself where nothing else is said, and else what both say', async () => {
    expect(await inspect(sized, { scope: null })).toMatchObject({ scope: '160x600' });
    expect(await inspect(sized, { scope: '160x600' })).toMatchObject({ scope: '160x600' });
    expect(await inspect(bytesOf(aDocument()), { scope: null })).toMatchObject({ scope: null });
  });
});

describe('the encoding of a document', () => {
  const euro = '\x80';
  it.each([
    ['its declaration', '<meta charset=windows-1252>', 'latin1', euro, '€'],
    [
      'another declaration',
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">',
      'latin1',
      '\xa4',
      '€',
    ],
    ['none in a comment', '<!-- <meta charset=koi8-r> -->', 'latin1', euro, '€'],
    ['UTF-8 though it says nothing', '', 'utf8', '€', '€'],
    ['an unknown name', '<meta charset=martian>', 'latin1', '\xe9', 'é'],
    ['UTF-16 that it cannot be', '<meta charset=utf-16>', 'utf8', 'é', 'é'],
  ] as const)('goes by %s', async (_case, head, encoding, sign, expected) => {
    const content = Buffer.from(
      `<!doctype html><html><head>${head}</head><body>-${sign}-`,
      encoding,
    );
    expect(await textOf(content)).toContain(`-${expected}-`);
  });

  it('goes by its mark before all', async () => {
    const text = '\ufeff<!doctype html><meta charset=koi8-r><p>-é-';
    expect(await textOf(Buffer.from(text, 'utf16le'))).toContain('-é-');
  });

  it('is by its mark that of its scripts, too', async () => {
    const content = aZip([
      {
        name: 'a.html',
        content: '\ufeff<!doctype html><meta charset=koi8-r><script src=a.js></script>',
      },
      { name: 'a.js', content: '/* é */' },
    ]);
    expect(await textOf(content)).toContain('/* é */');
  });

  it('is that of its style sheets and scripts, unless they say another', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const content = aZip([
      {
        name: 'a.html',
        content: latin(
          '<meta charset=latin1><link rel=stylesheet href=a.css><script src=a.js></script><script charset=utf-8 src=b.js></script>',
        ),
      },
      { name: 'a.css', content: '@charset "utf-8"; p { content: "é" }' },
      { name: 'a.js', content: latin('/* \xe9 */') },
      { name: 'b.js', content: '/* é */' },
    ]);
    const text = await textOf(content);
    expect(text).toMatch(/content: "é".*\/\* é \*\/.*\/\* é \*\//s);
  });
});

it('shows the picture of an SVG file that its fragment names', async () => {
  const body =
    '<img src="icons.svg#star" srcset="icons.svg#moon 2x"><i style="background: url(icons.svg#sun)"></i><img src="a.png#x">';
  const content = aZip([
    { name: 'index.html', content: aDocument(body) },
    { name: 'icons.svg', content: '<svg/>' },
    { name: 'a.png', content: 'png' },
  ]);
  const text = await textOf(content);
  for (const name of ['star', 'moon 2x', 'sun'])
    expect(text).toContain(`data:image/svg+xml;base64,PHN2Zy8+#${name}`);
  expect(text).toContain('"data:image/png;base64,cG5n"');
});

describe('files from outside', () => {
  const library = 'https://code.createjs.com/1.0.0/createjs.min.js';
  const content = bytesOf(
    aDocument(`<script src="${library}"></script><img src="https://fonts.googleapis.com/a.png#x">`),
  );

  it('of hosts that may be asked are wanted first, all at once', async () => {
    expect(await inspect(content)).toEqual({
      wanted: [library, 'https://fonts.googleapis.com/a.png'],
    });
  });

  it('are not wanted of a document that is refused in any case', async () => {
    const bad = bytesOf(aDocument(`<script src="${library}"></script><img src="no.png">`));
    await refusal(bad).toThrow('"no.png"');
  });

  it('are put in, and the document says which bytes they had', async () => {
    const outside = new Map([
      [library, { bytes: bytesOf('createjs = 1'), mime: 'text/javascript' }],
      ['https://fonts.googleapis.com/a.png', { bytes: bytesOf('png'), mime: 'image/png' }],
    ]);
    const text = await textOf(content, { outside });
    expect(text).toContain('<script>createjs = 1</script><img src="data:image/png;base64,cG5n">');
    expect(text).toContain(`<meta name="adgate-part" content="${library} sha384-`);
  });

  it('that cannot be had are named with the reason', async () => {
    const outside = new Map([
      [library, { problem: 'it answered 404' }],
      ['https://fonts.googleapis.com/a.png', { bytes: bytesOf('png'), mime: 'image/png' }],
    ]);
    await refusal(content, { outside }).toThrow(
      `loads "${library}", which cannot be had: it answered 404`,
    );
  });
});

it('finds a file at run time, and leaves out files twice where there is no room for them', async () => {
  const big = Buffer.alloc(1_200_000, 7);
  const content = aZip([
    { name: 'index.html', content: aDocument('<img src="big.png">') },
    { name: 'big.png', content: big },
    { name: 'late.png', content: 'late' },
  ]);
  const text = await textOf(content);
  expect(text).toContain('"late.png":"data:image/png;base64,bGF0ZQ=="');
  expect(text.split(big.toString('base64'))).toHaveLength(3);
  const more = aZip([
    { name: 'index.html', content: aDocument('<img src="big.png">') },
    { name: 'big.png', content: Buffer.alloc(2_400_000, 7) },
    { name: 'late.png', content: 'late' },
  ]);
  const tight = await textOf(more);
  expect(tight).toContain('"late.png":"data:image/png;base64,bGF0ZQ=="');
  expect(tight).not.toContain('"big.png":');
});
