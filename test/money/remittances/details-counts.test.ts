import { expect, it } from '@jest/globals';
import { AppError, type ErrorCode } from '../../../src/errors';
import { DetailsCounts, detailsOutcomes } from '../../../src/money/remittances/details-counts';

it('counts questions by what became of them, and answers as before', async () => {
  const counts = new DetailsCounts();
  expect(await counts.count(() => Promise.resolve(7))).toBe(7);
  const codes: readonly ErrorCode[] = [
    ...(['BAD_REQUEST', 'BAD_REQUEST', 'NOT_FOUND', 'TOO_MANY_REQUESTS'] as const),
    'SERVICE_UNAVAILABLE',
  ];
  for (const code of codes)
    await expect(counts.count(() => Promise.reject(new AppError(code, 'no')))).rejects.toThrow(
      'no',
    );
  await expect(counts.count(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(detailsOutcomes.map((outcome) => [outcome, counts.get(outcome)])).toEqual([
    ['answered', 1],
    ['refused', 2],
    ['not_found', 1],
    ['too_many', 1],
    ['failed', 2],
  ]);
});
