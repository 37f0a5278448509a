import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Puts a package of ours and its dependencies for production into a folder, as `npm install --prefix` does. */
export function installPackage(file: string, folder: string): void {
  const own = join(folder, 'node_modules/adgate');
  mkdirSync(own, { recursive: true });
  const { status } = spawnSync('tar', ['-xzf', file, '--strip-components=1', '-C', own]);
  if (status !== 0) throw new Error(`tar ended with ${String(status)}`);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { dev?: boolean; link?: boolean }>>;
  };
  for (const [path, { dev, link }] of Object.entries(packages)) {
    const isWanted = /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && dev !== true;
    if (!isWanted || link === true || !existsSync(path) || path.includes('/node-')) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(resolve(path), join(folder, path));
  }
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync('../adgate/bin/adgate.js', join(folder, 'node_modules/.bin/adgate'));
}
