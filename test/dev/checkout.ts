import {
  cpSync,
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

/** A copy of some folders of this repository, which a test may edit; all else is what stands here. */
export interface Checkout {
  readonly folder: string;
  read(path: string): string;
  /** Replaces a text that stands in the file once. */
  edit(path: string, text: string, other: string): void;
  /** The one file below a folder that has a text. */
  fileWith(folder: string, text: string): string;
  remove(): void;
}

/** @param copied folders and files; @param linked those that are only read */
export function createCheckout(copied: readonly string[], linked: readonly string[]): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-checkout-'));
  const pathOf = (path: string) => join(folder, path);
  for (const path of copied) cpSync(path, pathOf(path), { recursive: true });
  for (const path of linked) {
    mkdirSync(join(pathOf(path), '..'), { recursive: true });
    symlinkSync(resolve(path), pathOf(path));
  }
  const read = (path: string) => readFileSync(pathOf(path), 'utf8');
  return {
    folder,
    read,
    edit(path, text, other) {
      const parts = read(path).split(text);
      if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${text}`);
      writeFileSync(pathOf(path), parts.join(other));
    },
    fileWith(below, text) {
      const found = readdirSync(pathOf(below), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(below, name))
        .filter((path) => read(path).includes(text));
      const [path] = found;
      if (path === undefined || found.length > 1) throw new Error(`${found.length} files: ${text}`);
      return path;
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
