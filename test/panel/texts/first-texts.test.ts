import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { later } from '../../../panel/texts/en-later';

/** The code that a file takes in, at once or in time; pages of other addresses are none of it. */
function listImports(path: string): readonly string[] {
  const isRoutes = path === 'panel/routes.tsx';
  const text = readFileSync(path, 'utf8').replace(/import type [^;]*;/g, '');
  const found = text.matchAll(/(?:from |import )'(\.[^']+)'|import\('(\.[^']+)'\)/g);
  return [...found].flatMap(([, now, inTime]) => {
    const target = now ?? (isRoutes ? undefined : inTime);
    const files = ['.ts', '.tsx'].map((end) => `${join(dirname(path), target ?? '')}${end}`);
    return target === undefined ? [] : files.filter((file) => existsSync(file));
  });
}

function listCode(start: string): ReadonlySet<string> {
  const code = new Set([start]);
  // A set tells what is added while it is walked, too.
  for (const path of code) for (const one of listImports(path)) code.add(one);
  return code;
}

it.each(['panel/main.tsx', 'panel/pages/dashboard.tsx'])(
  'are all that the code of %s writes',
  (start) => {
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
  },
);
