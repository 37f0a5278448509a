import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** An earlier commit in a folder of its own, built. */
export interface EarlierCheckout {
  readonly commit: string;
  readonly folder: string;
  remove(): void;
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The commit that the changes at hand start from: the last one, and that before where nothing is changed. */
export function commitBefore(): string {
  return git('status', '--porcelain', '--untracked-files=no') === '' ? 'HEAD~1' : 'HEAD';
}

/** @throws where git does not know the commit, or the commit cannot be built */
export function checkOut(name: string): EarlierCheckout {
  const commit = git('rev-parse', '--short', '--verify', `${name}^{commit}`);
  const folder = join(mkdtempSync(join(tmpdir(), 'adgate-before-')), 'checkout');
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  git('worktree', 'add', '--detach', folder, commit);
  try {
    install(commit, folder);
    run(folder, 'npm', ['run', '--silent', 'build']);
  } catch (error) {
    remove();
    throw error;
  }
  return { commit, folder, remove };
}

/** Packages of the same versions are taken from here. */
function install(commit: string, folder: string): void {
  const isSame = git('diff', '--name-only', commit, '--', 'package-lock.json') === '';
  if (isSame) linkPackages('node_modules', join(folder, 'node_modules'));
  else run(folder, 'npm', ['ci', '--silent']);
}

/** Packages of the project itself are links, which lead into the folder that they stand in. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    symlinkSync(entry.isSymbolicLink() ? readlinkSync(source) : resolve(source), target);
  }
}

function run(folder: string, command: string, args: readonly string[]): void {
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
