/**
 * `npm run dev [folder of the data]`: `npm start` of the sources, whose gateway is replaced after each change, and the panel
 * by vite. Its data are its own: what `npm start` keeps is not touched.
 */
import { execFileSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compiledFolders, createCompiler } from './compiler.mjs';
import { servePanel } from './panel.mjs';
import { createProgram } from './program.mjs';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/dev');
const database = 'packages/embedded-mongodb/src';
/** Editors write more than one file at once. */
const gatherMs = 50;

const env = { ...process.env, ADGATE_DATA_DIR: resolve(process.argv[2] ?? join(root, 'data-dev')) };
// They would lead to data of others.
// Half of a start is the compilation of what has not changed.
env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');
for (const name of ['MONGODB_URI', 'ADGATE_CONTENT_DIR', 'ADGATE_SETTINGS_FILE']) delete env[name];

const compiler = createCompiler(root, target);
const program = createProgram(target, env);
let panel = null;
let isEnding = false;

const say = (text) => process.stdout.write(`dev: ${text}\n`);
const secondsSince = (begin) => `${((performance.now() - begin) / 1_000).toFixed(1)} s`;

async function end(exitCode) {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([program.stop(), panel?.close()]);
  process.exit(exitCode);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    // A terminal that is closed says so twice.
    if (isEnding && signal !== 'SIGHUP') process.exit(1);
    void end(0);
  });

/** Files that have changed since they were compiled; true for a file that still exists. */
const changes = new Map();
let turn = Promise.resolve();

function note(event, file) {
  const path = relative(root, file);
  const isCode = /\.(?:ts|json)$/.test(path);
  if (!isCode || ![...compiledFolders, database].some((each) => path.startsWith(`${each}/`)))
    return;
  changes.set(path, event !== 'unlink');
  turn = turn.then(follow);
}

async function follow() {
  await pause(gatherMs);
  if (changes.size === 0 || isEnding) return;
  const begin = performance.now();
  const taken = [...changes];
  changes.clear();
  try {
    for (const [path, isThere] of taken) await compile(path, isThere);
  } catch (error) {
    // They stay among the changes until all can be read.
    for (const [path, isThere] of taken) if (!changes.has(path)) changes.set(path, isThere);
    say(`not restarted: ${error.message}`);
    return;
  }
  const paths = taken.map(([path]) => path);
  const isOfGateway = (path) => path.startsWith('src/') && !path.startsWith('src/start/');
  const isBack =
    program.isRunning() && paths.every(isOfGateway)
      ? await program.reload()
      : (await program.start()) !== null;
  if (isEnding) return;
  if (isBack) say(`restarted in ${secondsSince(begin)} for ${paths.join(', ')}`);
  else say('not restarted, for the reason above: mend it and save');
}

async function compile(path, isThere) {
  if (path.startsWith(database)) buildDatabase();
  else if (isThere) await compiler.compile(path);
  else await compiler.remove(path);
}

/** A package is found by its name, where its own build puts it. */
function buildDatabase() {
  const tsc = join(root, 'node_modules/typescript7/bin/tsc');
  const config = join(root, 'packages/embedded-mongodb/tsconfig.build.json');
  execFileSync(process.execPath, [tsc, '-b', config], { stdio: 'inherit' });
}

const begin = performance.now();
say(`compiled ${await compiler.compileAll()} files in ${secondsSince(begin)}`);
const ready = await program.start();
if (ready === null) await end(1);
panel = await servePanel({
  root,
  gatewayUrl: ready.url,
  watched: [...compiledFolders, database].map((folder) => join(root, folder)),
});
panel.watcher.on('all', note);
say(
  `ready in ${secondsSince(begin)}: changes below ${compiledFolders.join('/, ')}/ and ${database}/ are followed`,
);
say(`gateway ${ready.url}`);
say(`panel   ${panel.url}/panel/`);
if (ready.panelLink !== null)
  say(`log in  ${panel.url}${new URL(ready.panelLink).pathname} (once, as the demo's advertiser)`);
say('Ctrl-C ends everything');
