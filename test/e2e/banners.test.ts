import { describe, expect, it } from '@jest/globals';
import { page } from './banners/banner';
import { bannersByDocument } from './banners/by-document';
import { bannersByScript } from './banners/by-script';
import { bannersByTool } from './banners/by-tool';
import { asked, expectShown, outsideUrl, pictureOf, uploadBanner } from './banners/shown';

describe('a banner', () => {
  it.each([...bannersByDocument, ...bannersByScript, ...bannersByTool])(
    'shows what its maker sees: $kind',
    expectShown,
  );

  it('shows what its maker sees: files of other hosts, which are fetched when it is uploaded', async () => {
    const banner = {
      kind: 'outside',
      document: page(
        '<script>show("Fetched")</script>',
        `<link rel="stylesheet" href="${outsideUrl()}/fonts/css.css"><script src="${outsideUrl()}/library.js"></script>`,
      ),
    };
    await expectShown(banner);
    asked.length = 0;
    const { body } = await uploadBanner(banner);
    expect([...asked].sort()).toEqual([
      'fonts/css.css',
      'fonts/more.css',
      'fonts/red.png',
      'library.js',
    ]);
    asked.length = 0;
    const text = await (await fetch(body.data.url)).text();
    expect(text).toMatch(
      /<meta name="adgate-part" content="http:\/\/127\.0\.0\.1:\d+\/library\.js sha384-[\w+/]{64}">/,
    );
    await pictureOf(body.data.url, 'sandbox="allow-scripts"');
    expect(asked).toEqual([]);
  });
});
