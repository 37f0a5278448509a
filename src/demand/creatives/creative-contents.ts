import { type CacheFigures, countLookups } from '../../platform/process/cache-figures';
import type { CreativeType } from './creative.resource';

/** The bytes that find's `hash` is the SHA-1 of, and what to serve them as. */
export interface CreativeContent {
  readonly mime: string;
  readonly type: CreativeType;
  /** SHA-1, 40 lower-case hex. */
  readonly hash: string;
  readonly bytes: Buffer;
}

/** Contents served lately, kept in memory up to a number of bytes; the least lately used go first. */
export interface CreativeContents {
  get(creativeId: string): CreativeContent | undefined;
  /** How often something was forgotten: to be asked before a content is read. */
  readonly age: number;
  /** Keeps a content, unless something was forgotten since it was read at an age: it may have been that. */
  set(creativeId: string, content: CreativeContent, readAt: number): void;
  /** To be called when a creative changes or is deleted. */
  forget(creativeIds: readonly string[]): void;
  readonly byteCount: number;
  readonly figures: () => CacheFigures;
}

export function createCreativeContents(maxBytes: number): CreativeContents {
  // A Map iterates in the order of insertion: the first entry is the least lately used.
  const contents = new Map<string, CreativeContent>();
  let byteCount = 0;
  let age = 0;
  const lookups = countLookups(contents);
  const remove = (id: string) => {
    byteCount -= contents.get(id)?.bytes.length ?? 0;
    contents.delete(id);
  };
  return {
    get(id) {
      const found = contents.get(id);
      if (found) {
        lookups.hit();
        contents.delete(id);
        contents.set(id, found);
      }
      return found;
    },
    get age() {
      return age;
    },
    set(id, content, readAt) {
      lookups.miss();
      if (readAt !== age || content.bytes.length > maxBytes) return;
      remove(id);
      contents.set(id, content);
      byteCount += content.bytes.length;
      for (const [oldest] of contents) {
        if (byteCount <= maxBytes) break;
        remove(oldest);
      }
    },
    forget(ids) {
      if (ids.length === 0) return;
      age += 1;
      for (const id of ids) remove(id);
    },
    get byteCount() {
      return byteCount;
    },
    figures: lookups.figures,
  };
}
