import { beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, startApp, type TestApp } from '../support/app';
import { aDocument, aZip } from '../support/contents';
import { cpuMsOf } from '../support/cpu';
import { uploadFile } from '../support/uploads';

const repeat = (times: number, part: (at: number) => string) =>
  Array.from({ length: times }, (_, at) => part(at)).join('');
const styled = '<link rel="stylesheet" href="s0.css">';
const html = (body: string, head = '') => Buffer.from(aDocument(body, head));
/** A document with style sheets `s0.css`, `s1.css` … */
const withSheets = (sheets: readonly string[], head = styled) =>
  aZip([
    { name: 'index.html', content: aDocument('<p>x', head) },
    ...sheets.map((content, at) => ({ name: `s${at}.css`, content })),
    { name: 'a', content: '' },
  ]);
const importing = (times: number, at: number) => repeat(times, () => `@import "s${at}.css";`);

const documents: Readonly<Record<string, Buffer>> = {
  'seven style sheets that import the next one 200 times': withSheets([
    ...Array.from({ length: 7 }, (_, at) => importing(200, at + 1)),
    '',
  ]),
  'style sheets that all import each other': withSheets(
    Array.from({ length: 7 }, () => repeat(7, (at) => importing(30, at))),
  ),
  'a long style sheet of nothing, imported a thousand times': withSheets([
    importing(1_000, 1),
    `@import "s2.css" ${' '.repeat(1_000_000)};`,
    '',
  ]),
  'imports without an end': withSheets([`${'@import"a"'.repeat(240_000)}{`]),
  'imports without an end in an attribute': html(`<p style="${"@import'a'".repeat(40_000)}{">`),
  'references to nothing': withSheets(['url(a)'.repeat(400_000)]),
  'long references to nothing': withSheets([`url(${'./'.repeat(1_200_000)}a)`]),
  'a picture set of very many': html(`<img srcset="${'#,'.repeat(200_000)}">`),
  'text that is taken out of a table, behind many elements': html(
    `${'<i></i>'.repeat(9_000)}<table>${'a '.repeat(200_000)}`,
  ),
  'elements that are taken out of a table': html(`<table>${'<i></i>'.repeat(9_900)}`),
  'tags that are never closed': html('<b><i><u><a>'.repeat(60)),
  'attributes without number': html(`<p ${repeat(60_000, (at) => `a${at} `)}>`),
  'references to signs': html('&CounterClockwiseContourIntegra'.repeat(16_000)),
  'an element that ends very often': html(`<p>${'</p>'.repeat(120_000)}`),
};

const maxMs = 200;

describe('a document that is uploaded', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    token = await accessToken(app, { scopes: ['campaign.write'] });
    // Threads start when there is something to read.
    await uploadFile(app, token, html('<p>x'), { type: 'html', scope: '300x250' });
  });

  it.each(Object.entries(documents))('does not keep the gateway: %s', async (_case, content) => {
    const upload = async () => {
      const startedAt = Date.now();
      const { status } = await uploadFile(app, token, content, { type: 'html', scope: '300x250' });
      expect([200, 422]).toContain(status);
      expect(Date.now() - startedAt).toBeLessThan(8_000);
    };
    // Of this thread, which is the gateway's and its client's.
    const ms = await cpuMsOf(upload, maxMs, (before) => process.threadCpuUsage(before));
    expect(ms).toBeLessThan(maxMs);
  });
});
