import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../../record';

/** The version in this package's own package.json, from sources and from what is built alike. */
export function readProgramVersion(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (!existsSync(path)) continue;
    const about: unknown = JSON.parse(readFileSync(path, 'utf8'));
    // npm demands a version in every package.json.
    if (isRecord(about) && typeof about['version'] === 'string') return about['version'];
  }
  throw new Error('this program has no package.json');
}
