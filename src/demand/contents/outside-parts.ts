import { createHash } from 'node:crypto';

/** A file that a document loads from outside, as it was fetched, or why there is none. */
export type OutsidePart =
  | { readonly bytes: Uint8Array; readonly mime: string }
  | { readonly problem: string };

/** Of all files that one document loads, docs/reference-clients.md §6.3. */
const maxBytes = 5 * 2 ** 20;
const maxParts = 30;
/** No fetch begins later than this after the first: the upload waits. */
const patienceMs = 10_000;
/** A fetched style sheet loads fonts, and may import others. */
const maxRounds = 4;

const refusals = {
  much: { problem: `a document has at most ${maxParts} of them, of ${maxBytes} bytes in all` },
  late: { problem: `all of them together took longer than ${patienceMs} ms` },
} as const;

/** Fetches one file. */
export type FetchPart = (url: string, maxBytes: number) => Promise<OutsidePart>;

/** A reading of a document that needs files from outside first. */
export interface Wanted {
  readonly wanted: readonly string[];
}

/**
 * Reads a document, fetching what it loads from outside as the reading finds it.
 *
 * @param read reads the document with what has been fetched so far, by URL
 */
export async function readWithOutsideParts<Result extends object>(
  fetchPart: FetchPart,
  read: (parts: ReadonlyMap<string, OutsidePart>) => Promise<Result | Wanted>,
): Promise<Result> {
  const parts = new Map<string, OutsidePart>();
  const giveUpAt = performance.now() + patienceMs;
  let left = maxBytes;
  for (let round = 0; ; round += 1) {
    const answer = await read(parts);
    if (!('wanted' in answer)) return answer;
    for (const url of answer.wanted) {
      let part: OutsidePart = refusals.much;
      if (performance.now() > giveUpAt) part = refusals.late;
      else if (round < maxRounds && parts.size < maxParts && left > 0)
        part = await fetchPart(url, left);
      if ('bytes' in part) left -= part.bytes.length;
      parts.set(url, part);
    }
  }
}

/** Says of a fetched file which bytes it had. @see W3C Subresource Integrity §3.1 */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
