import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in this package's own package.json, from sources and from what is built alike. */
export function readProgramVersion(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (!existsSync(path)) continue;
    // npm demands a version in every package.json.
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
    return version;
  }
  throw new Error('this program has no package.json');
}
