/** Builds the panel into `dist/panel`, unless nothing has changed since the last time. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { panelConfig } from './vite.mjs';

const compressible = ['.css', '.html', '.js', '.svg'];
const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/panel');
const stamp = join(target, '.stamp');

const sources = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name));
const hash = createHash('sha256');
for (const path of [...sources.sort(), join(root, 'package-lock.json')])
  hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
const digest = hash.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
  const { build } = await import('vite');
  const outDir = `${target}-${process.pid}`;
  await build({
    ...panelConfig,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      // Inlined files would need a policy that lets `data:` through.
      assetsInlineLimit: 0,
      // It writes an inline script.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        input: ['index', 'console'].map((page) => join(import.meta.dirname, `${page}.html`)),
        checks: { pluginTimings: false },
        // Packages say on which side of a rendering server they run; there is none here.
        onwarn(warning, warn) {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
        },
      },
    },
  });
  await compressFiles(outDir);
  writeFileSync(join(outDir, '.stamp'), digest);
  // In one step, as far as that goes: a gateway that starts meanwhile finds the old or the new one.
  rmSync(target, { recursive: true, force: true });
  renameSync(outDir, target);
}

/** Writes each file once more as `.br` and `.gz`, as small as can be: it takes too long where a browser waits. */
async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.includes(extname(entry.name)))
    .map(({ parentPath, name }) => join(parentPath, name));
  const write = async (path) => {
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes));
    writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  };
  await Promise.all(files.map(write));
}
