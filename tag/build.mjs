import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Builds the tag into dist/tag: the loader, the files that it loads, named by their contents, and `v1.json` with their
 * names. `--release` also puts those files into tag/released, which later builds go on serving to pages that pin the core.
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

const toJson = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Names a content in the names of files. */
const hashOf = (...contents) => {
  const hash = createHash('sha256');
  for (const bytes of contents) hash.update(bytes);
  return hash.digest('hex').slice(0, 16);
};

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
for (const file of readdirSync(released).filter((name) => name.endsWith('.js')))
  copyFileSync(join(released, file), join(output, file));

// One hash names all the parts: the core, which every page loads, has to know no more than that.
const parts = new Map();
const names = [
  'debug',
  'direct',
  'foreign',
  'hints',
  'html',
  'legacy',
  'managers',
  'sha1',
  'sizes',
  'still',
  'video',
];
for (const name of names) parts.set(name, await bundlePart(name));
const partsHash = hashOf(...parts.values());
const core = await bundle('core', 'iife', { partsHash });

/** Files whose names say their contents, which never change. */
const pinned = new Map([[`core-${hashOf(core)}.js`, core]]);
for (const [name, bytes] of parts) pinned.set(`${name}-${partsHash}.js`, bytes);

const [file, ...partFiles] = pinned.keys();
const integrity = `sha384-${createHash('sha384').update(core).digest('base64')}`;
const releases = JSON.parse(readFileSync(join(released, 'releases.json'), 'utf8'));
if (process.argv.includes('--release') && !releases.some((release) => release.file === file)) {
  releases.push({ file, integrity, parts: partFiles });
  for (const [name, bytes] of pinned) writeFileSync(join(released, name), bytes);
  writeFileSync(join(released, 'releases.json'), toJson(releases));
}

for (const [name, bytes] of pinned) writeFileSync(join(output, name), bytes);
writeFileSync(join(output, 'core.js'), core);
writeFileSync(join(output, 'v1.js'), await bundle('loader', 'iife', { core: { file, integrity } }));
writeFileSync(join(output, 'conversion-v1.js'), await bundle('conversion', 'iife'));
writeFileSync(join(output, 'cryptovoxels.js'), await bundle('cryptovoxels', 'iife'));
writeFileSync(
  join(output, 'v1.json'),
  toJson({ core: { file, integrity, parts: partFiles }, releases }),
);
copyFileSync(join(tag, 'adgate.d.ts'), join(output, 'v1.d.ts'));
