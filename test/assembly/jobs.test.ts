import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from '@jest/globals';
import { jobs } from '../../src/assembly/jobs';

it('every job file is in the registry, under its own name', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.job.ts'))
    .map((name) => basename(name));
  expect(jobs.map(({ name }) => `${name}.job.ts`).sort()).toEqual(files.sort());
});
