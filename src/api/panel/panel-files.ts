import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { findInstalledFolder } from '../../http/installed-folder';

/** As `Content-Encoding` has them, the one that makes files smaller first. */
export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number];

/** A file of the built panel. */
export interface PanelFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  /** The bytes compressed, which is done once, when somebody asks. */
  compressed(coding: Coding): Promise<Buffer>;
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

const [toGzip, toBrotli] = [promisify(gzip), promisify(brotliCompress)];
/** Two more would make files smaller by a fifteenth, and the first visitor wait for seconds. */
const brotliQuality = 9;

const compressors: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes) => toGzip(bytes, { level: 9 }),
};

/** The files that `npm run build` has made of `panel/`; null where it has not run. Read at once: a later build changes nothing. */
export function readPanelFiles(): PanelFiles | null {
  const folder = findInstalledFolder(__dirname, join('dist', 'panel'), 'index.html');
  if (folder === null) return null;
  const assets = join(folder, 'assets');
  return {
    index: readPanelFile(join(folder, 'index.html')),
    console: readFileSync(join(folder, 'console.html'), 'utf8'),
    assets: new Map(readdirSync(assets).map((name) => [name, readPanelFile(join(assets, name))])),
  };
}

function readPanelFile(path: string): PanelFile {
  const bytes = readFileSync(path);
  const compressed = new Map<Coding, Promise<Buffer>>();
  return {
    type: contentTypes[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    bytes,
    compressed(coding) {
      const known = compressed.get(coding) ?? compressors[coding](bytes);
      compressed.set(coding, known);
      return known;
    },
  };
}
