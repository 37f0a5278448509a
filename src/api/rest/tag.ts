import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type RequestHandler, Router } from 'express';
import { AppError } from '../../errors';
import { allowOrigin, answerOtherMethods, type CrossOrigin } from '../../http/cross-origin';
import { sendNotModified } from '../../http/entity-tag';
import { findInstalledFolder } from '../../http/installed-folder';

interface TagFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
  readonly compressed: Buffer;
  readonly caching: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.ts': 'text/plain; charset=utf-8',
};

/** A file whose name says its content never changes; the others lead to the newest ones. */
const pinned = /-[\da-f]{16}\.js$/;
const forever = 'public, max-age=31536000, immutable';
const shortly = 'public, max-age=600, stale-while-revalidate=86400';

/** Pages written for the reference server load this path: it is the same loader. */
const legacyPaths = ['/main.js', '/supply/find.js'] as const;

/** The script of advertisers' pages. @see docs/conversions.md */
const conversionPath = '/tag/conversion/v1.js';

/** Objects of one world, made for the reference server, load this path and run it. @see docs/reference-clients.md §8.8 */
const voxelsPath = '/supply/cryptovoxels.js';

/**
 * `/tag`: the script that pages show ads with. Read once: `npm run build` has made the files.
 *
 * @see docs/tag.md
 */
export function createTagRouter(): Router {
  const folder = findInstalledFolder(__dirname, join('dist', 'tag'), 'v1.js');
  const files = folder === null ? new Map<string, TagFile>() : readFiles(folder);
  const send = (name: string | null, crossOrigin: CrossOrigin = 'public'): RequestHandler => {
    return (req, res) => {
      allowOrigin(req, res, crossOrigin, []);
      const file = files.get(name ?? String(req.params.file));
      if (!file) throw new AppError('NOT_FOUND', 'the tag has no such file');
      const isCompressed = req.acceptsEncodings('gzip') === 'gzip';
      res.setHeader('Cache-Control', file.caching);
      res.vary('Accept-Encoding');
      res.setHeader('X-Content-Type-Options', 'nosniff');
      res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      if (sendNotModified(req, res, file.etag)) return;
      const body = isCompressed ? file.compressed : file.bytes;
      res.setHeader('Content-Type', file.type);
      if (isCompressed) res.setHeader('Content-Encoding', 'gzip');
      res.setHeader('Content-Length', body.length);
      res.end(req.method === 'HEAD' ? undefined : body);
    };
  };
  const answerOthers = (crossOrigin: CrossOrigin) =>
    answerOtherMethods(['GET', 'HEAD'], { crossOrigin, allowedOrigins: [] });
  const router = Router();
  router.get('/tag/:file', send(null));
  router.get([...legacyPaths], send('v1.js', 'cached'));
  router.get(conversionPath, send('conversion-v1.js'));
  router.get(voxelsPath, send('cryptovoxels.js', 'cached'));
  router.all(['/tag/:file', conversionPath], answerOthers('public'));
  router.all([voxelsPath, ...legacyPaths], answerOthers('cached'));
  return router;
}

function readFiles(folder: string): ReadonlyMap<string, TagFile> {
  return new Map(
    readdirSync(folder).map((name) => {
      const bytes = readFileSync(join(folder, name));
      // Weak: with and without compression it is one file.
      const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
      const type = contentTypes[extname(name)] ?? 'text/plain; charset=utf-8';
      const caching = pinned.test(name) ? forever : shortly;
      return [name, { type, etag, bytes, compressed: gzipSync(bytes, { level: 9 }), caching }];
    }),
  );
}
