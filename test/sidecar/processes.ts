import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';
import { transformFile } from '@swc/core';

const root = join(__dirname, '../..');

/** The sidecar, compiled to where its packages are found, apart from what a build makes. */
export interface CompiledSidecar {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function compileSidecar(): Promise<CompiledSidecar> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'sidecar-test-'));
  const files = await readdir(join(root, 'sidecar'), { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const { code } = await transformFile(join(root, 'sidecar', file), {
      swcrc: false,
      module: { type: 'commonjs' },
      jsc: { target: 'es2024', parser: { syntax: 'typescript' } },
    });
    const target = join(folder, file.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, code);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Starts a program of the compiled sidecar with nothing in its environment but `settings`. */
export function startProgram(
  file: string,
  {
    settings,
    args = [],
    nodeArgs = [],
  }: {
    readonly settings: Readonly<Record<string, string>>;
    readonly args?: readonly string[];
    readonly nodeArgs?: readonly string[];
  },
) {
  const child = spawn(execPath, [...nodeArgs, file, ...args], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit').then(([code]: unknown[]) => code);
  return { child, exited };
}

/** A running program of the sidecar. */
export type Program = ReturnType<typeof startProgram>;

export async function runToEnd(program: Program) {
  const { child, exited } = program;
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, code: await exited };
}

/** Waits for the line that says where the program listens. */
export async function urlOf({ child, exited }: Program, name: string): Promise<string> {
  const line = await Promise.race([
    once(child.stdout, 'data').then(([data]: unknown[]) => String(data)),
    exited.then(async (code) => `exit ${String(code)}: ${await text(child.stderr)}`),
  ]);
  const found = new RegExp(`^Adgate ${name} is ready at (http:\\S+)\n$`).exec(line);
  if (found?.[1] === undefined) throw new Error(`unexpected output: ${line}`);
  return found[1];
}
