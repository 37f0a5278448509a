import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { later } from '../../../panel/texts/en-later';
import { firstFiles, listCode } from '../first-code';

it.each(firstFiles)('are all that the code of %s writes', (start) => {
  const code = [...listCode(start)].filter((path) => !path.startsWith('panel/texts/'));
  expect(code.length).toBeGreaterThan(10);
  const written = code.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/['`](\w+)\.(?=\w|\$\{)/g)].map(
      ([, room]) => `${room} in ${path}`,
    ),
  );
  expect(written.some((one) => one.startsWith('common '))).toBe(true);
  const rooms = Object.keys(later);
  expect(written.filter((one) => rooms.includes(one.split(' ')[0] ?? ''))).toEqual([]);
});
