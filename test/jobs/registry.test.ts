import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { jobs } from '../../src/jobs/index';

it('every job of the folder is in the registry, under its own name', () => {
  const files = readdirSync('src/jobs').filter((name) => !['index.ts', 'job.ts'].includes(name));
  expect(jobs.map(({ name }) => `${name}.ts`).sort()).toEqual(files.sort());
});
