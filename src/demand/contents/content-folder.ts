import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../config';
import { syncFolder } from '../../sync-folder';
import { digestOf } from './digest';

/** Files by the digest of what is in them, in a folder that all gateways see. */
export type ContentFolder = ReturnType<typeof createContentFolder>;

/** `<first 2 digits>/<digest>.<16 hex>`. */
const namePattern = /^([0-9a-f]{64})\.[0-9a-f]{16}$/;

/**
 * Stores contents in files. Each writing has a name of its own behind the digest, so that a file is never written
 * twice: one that is removed cannot be the one that somebody has just stored again.
 */
export function createContentFolder(folder: string) {
  return {
    /** @throws {ConfigError} when it can neither be made nor written to. */
    async prepare(): Promise<void> {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        throw new ConfigError(`ADGATE_CONTENT_DIR: nothing can be stored in ${folder}`, {
          cause: error,
        });
      }
    },

    /** Returns the file's name when its bytes, and its name, are on the disk. */
    async write(bytes: Uint8Array): Promise<string> {
      const id = digestOf(bytes);
      const name = `${id.slice(0, 2)}/${id}.${randomBytes(8).toString('hex')}`;
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        await file.close();
      }
      await syncFolder(dirname(path));
      await syncFolder(folder);
      return name;
    },

    /** @throws when the file is not there, or holds something else than when it was written. */
    async read(id: string, name: string): Promise<Buffer> {
      const bytes = await readFile(join(folder, name));
      if (digestOf(bytes) !== id)
        throw new Error(`the file ${name} of ADGATE_CONTENT_DIR is damaged`);
      return bytes;
    },

    async remove(name: string): Promise<void> {
      await rm(join(folder, name), { force: true });
    },

    /** The files that were written before a time, some at once: their names by the ids of their contents. */
    async *listOld(before: Date): AsyncGenerator<readonly { id: string; name: string }[]> {
      for (const part of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue;
        const old: { id: string; name: string }[] = [];
        for (const file of await readdir(join(folder, part))) {
          const id = namePattern.exec(file)?.[1];
          if (id === undefined) continue;
          const facts = await stat(join(folder, part, file)).catch(() => null);
          if (facts && facts.mtime < before) old.push({ id, name: `${part}/${file}` });
        }
        yield old;
      }
    },
  };
}
