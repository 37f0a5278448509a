import type { CreativeContent } from './creative-content.service';

/** Contents served lately, kept in memory up to a number of bytes; the least lately used go first. */
export interface CreativeContents {
  get(creativeId: string): CreativeContent | undefined;
  set(creativeId: string, content: CreativeContent): void;
  /** To be called when a creative changes or is deleted. */
  forget(creativeIds: readonly string[]): void;
}

export function createCreativeContents(maxBytes: number): CreativeContents {
  // A Map iterates in the order of insertion: the first entry is the least lately used.
  const contents = new Map<string, CreativeContent>();
  let byteCount = 0;
  const remove = (id: string) => {
    byteCount -= contents.get(id)?.bytes.length ?? 0;
    contents.delete(id);
  };
  return {
    get(id) {
      const found = contents.get(id);
      if (found) {
        contents.delete(id);
        contents.set(id, found);
      }
      return found;
    },
    set(id, content) {
      remove(id);
      if (content.bytes.length > maxBytes) return;
      contents.set(id, content);
      byteCount += content.bytes.length;
      for (const [oldest] of contents) {
        if (byteCount <= maxBytes) break;
        remove(oldest);
      }
    },
    forget(ids) {
      for (const id of ids) remove(id);
    },
  };
}
