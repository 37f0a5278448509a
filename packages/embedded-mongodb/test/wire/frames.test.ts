import { describe, expect, it } from '@jest/globals';
import { FrameReader } from '../../src/wire/frames';
import { opMsg } from '../support/wire-client';

describe('FrameReader', () => {
  it('finds the same messages wherever the stream is cut', () => {
    const messages = [1, 2].map((requestId) => opMsg({ ping: 1, $db: 'd' }, { requestId }));
    const stream = Buffer.concat(messages);
    for (let first = 1; first < stream.length; first += 1) {
      for (let second = first; second < stream.length; second += 1) {
        const reader = new FrameReader();
        const pieces = [[0, first] as const, [first, second] as const, [second] as const];
        const found = pieces.flatMap(([from, to]) => reader.push(stream.subarray(from, to)));
        expect(found).toEqual(messages);
      }
    }
  });
});
