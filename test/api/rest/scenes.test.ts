import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { find, payTo } from './supply-finds';

/** Pictures that an advertiser of scenes has: squares, and two sizes of each usual ratio. */
const pictures = [
  ...['512x512', '1024x1024', '4096x4096', '854x480', '1920x1080', '480x854', '1080x1920'],
  ...['640x480', '1024x768', '480x640', '768x1024', '1050x300', '300x1050'],
];

/** Boxes of a scene: metres by pixels a metre, seldom whole numbers, and none of them the size of a picture. */
const boxes = [
  ...['600x600', '453x805', '165x293', '32x32', '100x100', '511.5x511.5', '3000x3000'],
  ...['64x36', '160.7x90.2', '320x180', '1280.5x720.5', '1900x1000', '36x64', '90x160'],
  ...['1000x1900', '40x30', '300x250', '1000x750', '30x40', '250x300', '700x1000'],
  ...['350x100', '1000x280', '100x350', '280x1000'],
];

let app: TestApp;
const sizeOf = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  const { creatives } = await createActiveCampaign(app.ctx, {
    campaign: { medium: 'metaverse' },
    sizes: pictures,
  });
  for (const { id, scope } of creatives) sizeOf.set(id, scope);
});

const parse = (size: string) => {
  const [width = NaN, height = NaN] = size.split('x').map(Number);
  return { width, height };
};

it('fills each of the 25 boxes of a scene by a picture that is scaled down, and says nothing of asking again', async () => {
  const context = {
    ...{ iid: randomUUID(), url: 'https://scene-3-n7.decentraland.org', publisher: payTo },
    ...{ medium: 'metaverse', vendor: 'decentraland' },
  };
  const asked = boxes.map((size, at) => ({
    ...{ id: `${at}`, name: `Box ${at}`, types: ['image'], mimes: ['image/jpeg', 'image/png'] },
    ...parse(size),
  }));
  const { status, body } = await find(app, context, asked);
  const filled: { id: string; creativeId: string; scope: string }[] = body.data;
  expect([status, filled.map(({ id }) => id)]).toEqual([200, asked.map(({ id }) => id)]);
  for (const bid of filled) {
    const box = parse(boxes[Number(bid.id)]!);
    const picture = parse(sizeOf.get(bid.creativeId)!);
    const across = picture.width / Math.floor(box.width);
    const down = picture.height / Math.floor(box.height);
    expect([bid, Math.min(across, down) >= 1]).toEqual([bid, true]);
    expect([bid, Math.min(across / down, down / across) >= 0.6]).toEqual([bid, true]);
    // A scene takes null for 0, and asks every 5 seconds.
    expect(bid).not.toHaveProperty('refreshTime');
  }
});

it('leaves a box empty that is longer than any picture, or larger', async () => {
  const context = {
    ...{ iid: randomUUID(), url: 'https://scene-42.cryptovoxels.com', publisher: payTo },
    ...{ medium: 'metaverse', vendor: 'cryptovoxels' },
  };
  const empty = ['1000x100', '4097x4097', '20x200', '4000x2000'];
  const asked = [...empty, '600x600'].map((size, at) => ({ id: `${at}`, ...parse(size) }));
  const { body } = await find(app, context, asked);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['4']);
});
