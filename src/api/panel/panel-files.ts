import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { findInstalledFolder } from '../../http/installed-folder';

/**
 * The endings of compressed files, by their names in `Content-Encoding`, the smaller ones first. `panel/build.mjs` writes
 * these files beside the plain ones.
 */
const endings = { br: '.br', gzip: '.gz' } as const;

/** A file of the built panel. */
export interface PanelFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  /** The bytes compressed, by `Content-Encoding`, the smallest first. */
  readonly compressed: ReadonlyMap<string, Buffer>;
}

export interface PanelFiles {
  readonly index: PanelFile;
  /** The GraphQL console, with a place for a nonce. */
  readonly console: string;
  /** By their names, which have a hash of their content. */
  readonly assets: ReadonlyMap<string, PanelFile>;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files that `npm run build` has made of `panel/`; null where it has not run. Read at once: a later build changes nothing. */
export function readPanelFiles(): PanelFiles | null {
  const folder = findInstalledFolder(__dirname, join('dist', 'panel'), 'index.html');
  if (folder === null) return null;
  const assets = join(folder, 'assets');
  return {
    index: readPanelFile(join(folder, 'index.html')),
    console: readFileSync(join(folder, 'console.html'), 'utf8'),
    assets: new Map(
      readdirSync(assets)
        .filter((name) => contentTypes[extname(name)] !== undefined)
        .map((name) => [name, readPanelFile(join(assets, name))]),
    ),
  };
}

function readPanelFile(path: string): PanelFile {
  const bytes = readFileSync(path);
  const compressed = Object.entries(endings)
    .filter(([, ending]) => existsSync(path + ending))
    .map(([coding, ending]) => [coding, readFileSync(path + ending)] as const);
  return {
    type: contentTypes[extname(path)] ?? 'application/octet-stream',
    // Weak: with and without compression it is one file.
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    bytes,
    compressed: new Map(compressed),
  };
}
