import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

it('tells the collector what this V8 knows: an unknown flag would be ignored', () => {
  const source = readFileSync('src/platform/process/collector.ts', 'utf8');
  const flags = [...source.matchAll(/setFlagsFromString\(['`]--(?:no-)?([a-z-]+)/g)].map(
    ([, flag]) => flag!,
  );
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(flags.length).toBe(2);
  for (const flag of flags) expect(known).toContain(`--${flag} `);
});
