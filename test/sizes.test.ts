import { describe, expect, it } from '@jest/globals';
import { fitsNear, nearestScopes, parseScope, scopesForBox, scopesOfPlacement } from '../src/sizes';

const webScopes = (
  '300x250 336x280 728x90 300x600 320x100 320x50 468x60 234x60 120x600 120x240 160x600 300x1050 970x90 970x250 ' +
  '250x250 200x200 180x150 125x125 240x400 980x120 250x360 930x180 580x400 750x100 750x200 750x300 300x100 ' +
  '120x90 120x60 88x31'
).split(' ');
const metaverseScopes = (
  '300x1050 1050x300 854x480 1280x720 1920x1080 3840x2160 480x854 720x1280 1080x1920 2160x3840 640x480 1024x768 ' +
  '2048x1536 4096x3072 480x640 768x1024 1536x2048 3072x4096 512x512 1024x1024 2048x2048 4096x4096'
).split(' ');

function sizeOf(text: string) {
  const size = parseScope(text);
  if (!size) throw new Error(`no size: ${text}`);
  return size;
}

describe('parseScope', () => {
  it('reads width and height', () => {
    expect(parseScope('300x1050')).toEqual({ width: 300, height: 1050 });
  });

  it.each([
    'cube',
    'pop-up',
    '0x5',
    '5x0',
    '300X250',
    ' 300x250',
    '300x250x1',
    '-1x2',
    '1e3x2',
    'x',
    '',
  ])('knows that %p is no size', (scope) => {
    expect(parseScope(scope)).toBeNull();
  });
});

describe('nearestScopes', () => {
  it.each([
    ['300x251', ['300x250', '250x250', '336x280']],
    ['720x90', ['728x90', '750x100', '750x200']],
    ['pop-up', ['300x250', '336x280', '728x90']],
  ])('of %s are %p', (scope, first) => {
    const sorted = nearestScopes(scope, ['pop-under', ...webScopes]);
    expect(sorted).toHaveLength(webScopes.length + 1);
    expect(sorted.filter((one) => one !== 'pop-under').slice(0, 3)).toEqual(first);
  });

  it('are no sizes last', () => {
    expect(nearestScopes('1x1', ['pop-up', '300x250'])).toEqual(['300x250', 'pop-up']);
  });
});

describe('fitsNear', () => {
  it.each([
    ['300x250', '300x250'],
    ['300x250', '240x320'],
    ['1920x1080', '580x400'],
    ['400x400', '100x100'],
    ['100x100', '400x400'],
    ['240x400', '100x100'],
    ['300x250', '320x240'],
  ])('lets a box of %s show a video of %s', (box, video) => {
    expect(fitsNear(sizeOf(box), sizeOf(video))).toBe(true);
  });

  it.each([
    ['401x401', '100x100'],
    ['99x99', '400x400'],
    ['239x400', '100x100'],
    ['728x90', '300x250'],
  ])('keeps a box of %s from showing a video of %s', (box, video) => {
    expect(fitsNear(sizeOf(box), sizeOf(video))).toBe(false);
  });

  it.each(['1x1', '300x10', '3000x4000'])('finds no web scope near %s', (video) => {
    const near = webScopes.filter((scope) => fitsNear(sizeOf(scope), sizeOf(video)));
    expect(near).toEqual([]);
  });
});

describe('scopesForBox', () => {
  it('keeps what is not smaller and nearly of the ratio, best ratio first, then the largest', () => {
    expect(scopesForBox({ width: 1024, height: 1024 }, metaverseScopes)).toEqual([
      '4096x4096',
      '2048x2048',
      '1024x1024',
      '4096x3072',
      '3072x4096',
      '2048x1536',
      '1536x2048',
    ]);
  });

  const portraits = ['2160x3840', '1080x1920', '720x1280', '480x854'];

  it.each([
    ['600x600', ['4096x4096', '2048x2048', '1024x1024'], ['512x512']],
    ['453x805', portraits, ['480x640', '1920x1080']],
    ['165x293', portraits, ['1920x1080']],
    ['300x250', ['640x480', '512x512', '854x480', '480x640'], ['300x1050', '1050x300']],
    ['1050x300', ['1050x300'], ['300x1050', '4096x4096']],
  ])('scales pictures down to a box of %s', (box, fitting, others) => {
    const found = scopesForBox(sizeOf(box), metaverseScopes);
    expect(found).toEqual(expect.arrayContaining(fitting));
    for (const scope of others) expect(found).not.toContain(scope);
  });

  it('finds nothing for a box that is too large or too long, and leaves out what is no size', () => {
    expect(scopesForBox({ width: 4097, height: 4097 }, [...metaverseScopes, 'cube'])).toEqual([]);
    expect(scopesForBox({ width: 5000, height: 10 }, metaverseScopes)).toEqual([]);
  });
});

describe('scopesOfPlacement', () => {
  it('is exactly the box on the web, though no creative be of that size', () => {
    const box = { medium: 'web', width: 301, height: 7 };
    expect(scopesOfPlacement(box, webScopes)).toEqual(['301x7']);
  });

  it('is the cube where there is depth', () => {
    const box = { medium: 'metaverse', width: 512, height: 512, depth: 1 };
    expect(scopesOfPlacement(box, metaverseScopes)).toEqual(['cube']);
  });

  it('is the best fit elsewhere; a depth of 0 is none', () => {
    const box = { medium: 'metaverse', width: 512, height: 512, depth: 0 };
    expect(scopesOfPlacement(box, ['256x256', '512x512'])).toEqual(['512x512']);
  });
});
