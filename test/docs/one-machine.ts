import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** Programs that want root, or would change the machine: what is said to them is noted, what they do here is the test's. */
const noted = ['certbot', 'nginx', 'systemctl'];

/** Commands that work without root: users are not changed, owners of files neither. */
const standIns = {
  sudo: `[ "$1" = -u ] && shift 2; exec "$@"`,
  useradd: `while [ $# -gt 0 ]; do [ "$1" = --home-dir ] && mkdir -p "$2"; shift; done`,
  install: `for one; do shift; case "$one" in -o | -g) skip=1 ;; *) [ "$skip" ] || set -- "$@" "$one"; skip= ;; esac; done
exec /usr/bin/install "$@"`,
};

/** A folder that stands for a machine: `/etc`, `/opt`, `/usr/local` and `/var` are inside it. */
export interface Machine {
  readonly root: string;
  /** A file of the machine, by its path there. */
  pathOf(path: string): string;
  /** Rewrites a text of a document or a file for this machine. */
  localOf(text: string): string;
  /**
   * Runs a line of shell in a checkout.
   *
   * @returns what was said to programs that are only noted, e.g. `systemctl reload nginx`, beside the rest
   */
  run(line: string, env?: NodeJS.ProcessEnv): Promise<Outcome>;
  remove(): void;
}

export interface Outcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly noted: readonly string[];
}

/** @param replacements what stands in the documents for others' names and ports, and what it is here */
export function createMachine(replacements: readonly (readonly [RegExp, string])[]): Machine {
  const root = mkdtempSync(join(tmpdir(), 'adgate-machine-'));
  const pathOf = (path: string) => join(root, path);
  const localOf = (there: string) =>
    replacements
      .reduce((local, [pattern, here]) => local.replaceAll(pattern, here), there)
      .replaceAll(/(?<![\w.-])\/(?:etc|opt|usr\/local|var)\//g, (path) => join(root, path));
  for (const folder of ['usr/local/bin', 'etc/systemd/system', 'etc/nginx/conf.d', 'etc/cron.d'])
    mkdirSync(pathOf(folder), { recursive: true });
  const log = pathOf('noted');
  addPrograms(pathOf('stand-ins'), log);
  addCheckout(pathOf('checkout'), localOf);
  const path = [pathOf('stand-ins'), pathOf('usr/local/bin'), '/usr/bin', '/bin'].join(':');
  return {
    root,
    pathOf,
    localOf,
    async run(line, env) {
      rmSync(log, { force: true });
      const child = spawn('bash', ['-c', localOf(line)], {
        cwd: pathOf('checkout'),
        env: { PATH: path, HOME: root, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr, [exitCode]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close') as Promise<[number | null]>,
      ]);
      const said = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
      return { exitCode, stdout, stderr, noted: said };
    },
    remove() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function addPrograms(folder: string, log: string): void {
  mkdirSync(folder);
  symlinkSync(process.execPath, join(folder, 'node'));
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const note = (name: string) => `echo "${name} $*" >> '${log}'`;
  const programs = {
    ...standIns,
    // It installs from the network, which tests do not have; what was built is there.
    npm: `case "$1" in pack) exec '${npm}' "$@" ;; *) ${note('npm')} ;; esac`,
    ...Object.fromEntries(noted.map((name) => [name, note(name)])),
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}

/** Makes the checkout of an operator who has put his names and addresses into the files of deploy/. */
function addCheckout(folder: string, localOf: (text: string) => string): void {
  mkdirSync(join(folder, 'deploy'), { recursive: true });
  for (const name of readdirSync('deploy')) {
    const [from, to] = [join('deploy', name), join(folder, 'deploy', name)];
    if (name.endsWith('.mjs')) symlinkSync(resolve(from), to);
    else {
      copyFileSync(from, to);
      writeFileSync(to, localOf(readFileSync(from, 'utf8')));
    }
  }
}
