import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that all code of the first page begins with. */
export const firstFiles: readonly string[] = ['panel/main.tsx', 'panel/pages/dashboard.tsx'];

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

/** Lists a file and all the code that it takes in. */
export function listCode(start: string): ReadonlySet<string> {
  const code = new Set([start]);
  // A set tells what is added while it is walked, too.
  for (const path of code) for (const one of listImports(path)) code.add(one);
  return code;
}
