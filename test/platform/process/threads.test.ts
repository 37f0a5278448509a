import { expect, it } from '@jest/globals';
import { createThreads } from '../../../src/platform/process/threads';

it.each([
  ['waits for the next request', undefined, 1],
  ['ends where none are kept', false, 3],
])('a thread that has answered %s', async (_what, areKept, expected) => {
  const threads = createThreads<null, number>({
    ...{ file: require.resolve('./thread-id'), deadlineMs: 10_000, maxHeapMebibytes: 64 },
    ...(areKept !== undefined && { areKept }),
  });
  const ids = new Set<number>();
  for (let time = 0; time < 3; time += 1) ids.add(await threads.ask(null));
  await threads.close();
  expect(ids.size).toBe(expected);
});
