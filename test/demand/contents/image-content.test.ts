import { describe, expect, it } from '@jest/globals';
import { inspectImage } from '../../../src/demand/contents/image-content';
import { anAvif } from '../../support/avif';

const inspect = (bytes: Buffer) => inspectImage(bytes, () => undefined);

describe('an AVIF', () => {
  it.each([
    ['as it is', {}, '300x250'],
    ['turned by a quarter', { properties: [['irot', 1]] }, '250x300'],
    ['turned by a half', { properties: [['irot', 2]] }, '300x250'],
    [
      'mirrored, then turned',
      {
        properties: [
          ['imir', 0],
          ['irot', 3],
        ],
      },
      '250x300',
    ],
    ['whose first brand is another', { brands: ['mif1', 'avif', 'miaf'] }, '300x250'],
  ] as const)('has the size that is seen: %s', async (_case, options, scope) => {
    const bytes = await anAvif('300x250', options);
    expect(await inspect(bytes)).toEqual({ mime: 'image/avif', scope, bytes });
  });

  it.each([
    ['a sequence', { brands: ['avis', 'avif', 'msf1'] }, 'must not be a sequence of AVIF images'],
    ['of HEVC', { brands: ['heic', 'mif1'] }, 'is not a GIF, JPEG, PNG, WebP or AVIF image'],
    ['whose picture is larger than it says', { said: [30, 25] }, 'is not a readable image'],
    ['that says a huge size', { said: [60_000, 60_000] }, 'pixels in all frames'],
  ] as const)('is refused: %s', async (_case, options, problem) => {
    await expect(inspect(await anAvif('300x250', options))).rejects.toThrow(problem);
  });

  it('is refused cut short at every byte of its boxes, and of its picture', async () => {
    const whole = await anAvif('300x250');
    for (let length = 12; length < whole.length - 4; length += 7)
      await expect(inspect(whole.subarray(0, length))).rejects.toThrow('content');
  });
});
