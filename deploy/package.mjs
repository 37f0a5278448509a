/** Makes the npm package of what `npm run build` has built: `node deploy/package.mjs [folder for the .tgz]`. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const target = resolve(process.argv[2] ?? join(root, 'dist'));
const folder = mkdtempSync(join(tmpdir(), 'adgate-package-'));

/** Tests and measurements stay here, and so do the maps and declarations, which nobody needs to run it. */
const isNeeded = (path) => !/\.(?:d\.ts|map|tsbuildinfo)$|\/\.stamp$/.test(path);
const copies = [
  ...['dist/src', 'dist/sidecar', 'dist/panel', 'dist/tag', 'demo', 'bin'],
  ...['CHANGELOG.md', ...linkedFrom('README.md')],
];

/** A document, what it links to in the repository, and so on. */
function linkedFrom(document) {
  const paths = new Set([document]);
  for (const path of paths)
    if (path.endsWith('.md'))
      for (const [, target] of readFileSync(join(root, path), 'utf8').matchAll(/\]\(([^)#\s]+)/g))
        if (!target.includes(':')) paths.add(posix.join(dirname(path), target));
  return paths;
}

mkdirSync(target, { recursive: true });
try {
  for (const path of copies)
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isNeeded });
  // It is in no registry, so it travels inside.
  const inside = join(folder, 'node_modules/embedded-mongodb');
  for (const path of ['package.json', 'bin', 'dist/src'])
    cpSync(join(root, 'packages/embedded-mongodb', path), join(inside, path), {
      recursive: true,
      filter: isNeeded,
    });
  const { name, version, description, license, type, engines, dependencies, bin } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  writeFileSync(
    join(folder, 'package.json'),
    // No Node comes along, as in the repository: the machine's own must be new enough.
    JSON.stringify({
      ...{ name, version, description, license, type, engines, bin, dependencies },
      bundleDependencies: ['embedded-mongodb'],
    }),
  );
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', target], {
      cwd: folder,
      encoding: 'utf8',
    }),
  );
  process.stdout.write(`${join(target, packed.filename)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
