import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Builds the tag into dist/tag: the loader, the files that it loads, each named by its content, and `files.json` with
 * their names. `--release` also puts the core into tag/released, which later builds go on serving to pages that pin it.
 */
const tag = dirname(fileURLToPath(import.meta.url));
const output = join(tag, '..', 'dist', 'tag');
const released = join(tag, 'released');

async function bundle(name, format, define = {}) {
  const { outputFiles } = await build({
    entryPoints: [join(tag, `${name}.ts`)],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: 'es2022',
    charset: 'utf8',
    define: Object.fromEntries(
      Object.entries(define).map(([key, value]) => [key, JSON.stringify(value)]),
    ),
  });
  return Buffer.from(outputFiles[0].contents);
}

/** A part is a module: it has no script element of its own to read. */
async function bundlePart(name) {
  const bytes = await bundle(name, 'esm');
  if (bytes.includes('currentScript')) throw new Error(`the part ${name} imports script.ts`);
  return bytes;
}

const integrityOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Writes a file whose name says its content; the name. */
function write(name, bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const file = `${name}-${hash}.js`;
  writeFileSync(join(output, file), bytes);
  return file;
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
mkdirSync(released, { recursive: true });
for (const file of readdirSync(released).filter((name) => name.endsWith('.js')))
  copyFileSync(join(released, file), join(output, file));

const files = {};
for (const name of ['debug', 'direct', 'html', 'legacy', 'managers', 'sha1', 'still', 'video'])
  files[name] = write(name, await bundlePart(name));
const bytes = await bundle('core', 'iife', { files });
const core = { file: write('core', bytes), integrity: integrityOf(bytes) };
if (process.argv.includes('--release')) writeFileSync(join(released, core.file), bytes);
writeFileSync(join(output, 'core.js'), bytes);
writeFileSync(join(output, 'v1.js'), await bundle('loader', 'iife', { core }));
writeFileSync(join(output, 'v1.json'), `${JSON.stringify({ core, ...files }, null, 2)}\n`);
copyFileSync(join(tag, 'adgate.d.ts'), join(output, 'v1.d.ts'));
