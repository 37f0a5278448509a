import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** TypeScript files in some folders and below them. */
export const filesBelow = (roots: readonly string[]) =>
  roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(root, file)),
  );

/** Sources that run as a server, or on an operator's command. */
export const sources = filesBelow(['src', 'sidecar', 'packages/embedded-mongodb/src']);

/** The file that a path in an import means, without its ending. */
export const resolve = (file: string, path: string) => join(dirname(file), path);

/** A file without its comments. */
export const codeOf = (file: string): string =>
  readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Lists a file's imports, types included. */
export function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/^(?:import|export)\s+(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm);
  return [...found].map(([, path]) => path!);
}

/** The files of ours that a file imports, without their endings. */
export const importedFiles = (file: string): readonly string[] =>
  importsOf(file)
    .filter((path) => path.startsWith('.'))
    .map((path) => resolve(file, path));
