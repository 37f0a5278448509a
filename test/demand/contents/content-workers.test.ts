import { afterEach, describe, expect, it } from '@jest/globals';
import {
  type ContentWorkers,
  createContentWorkers,
} from '../../../src/demand/contents/content-workers';
import { aDocument, anMp4 } from '../../support/contents';

let workers: ContentWorkers;
afterEach(() => workers.close());

const video = {
  type: 'video',
  bytes: new Uint8Array(anMp4()),
  scope: null,
  allowedOrigins: [],
  fetchHosts: [],
  outside: new Map(),
} as const;
/** Takes a parser seconds. */
const slow = {
  ...video,
  type: 'html',
  bytes: new Uint8Array(
    Buffer.from(aDocument(`${'<i></i>'.repeat(9_000)}<table>${'a '.repeat(200_000)}`)),
  ),
} as const;

describe('a thread that reads uploads', () => {
  it('is ended when it takes too long, and the next one begins anew', async () => {
    workers = createContentWorkers({ deadlineMs: 200 });
    await expect(workers.inspect(slow)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { content: ['takes too long to read'] },
    });
    await workers.close();
    workers = createContentWorkers();
    expect(await workers.inspect(video)).toMatchObject({ mime: 'video/mp4', scope: '300x250' });
  });

  it('reads one upload after another, and says what is wrong with each', async () => {
    workers = createContentWorkers();
    await expect(workers.inspect({ ...video, bytes: new Uint8Array(1) })).rejects.toMatchObject({
      details: { content: ['is not a whole MP4 video'] },
    });
    expect(await workers.inspect(video)).toMatchObject({ bytes: Buffer.from(video.bytes) });
  });
});
