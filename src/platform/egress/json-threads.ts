import { deserialize } from 'node:v8';
import { Pace } from '../process/pace';
import { createThreads, ThreadFailure } from '../process/threads';

/** The value of a text of JSON, or why it is none. */
export type ParsedJson =
  | { readonly value: unknown; readonly problem: null }
  | { readonly value: null; readonly problem: string };

/** The same as threads tell it: a list comes in parts, each a short list as `v8.serialize` writes it. */
export type JsonOfThread =
  | ParsedJson
  | { readonly parts: readonly Uint8Array<ArrayBuffer>[]; readonly problem: null };

/** The part of a core that taking over a list gets beside finds. */
const takingShare = 1 / 3;

/** Parses what strangers have sent, off the loop that answers requests. */
export interface JsonThreads {
  /** @param bytes the caller has them no more. */
  parse(bytes: Uint8Array): Promise<ParsedJson>;
  close(): Promise<void>;
}

/** For 32 MiB on a busy machine. */
const deadlineMs = 20_000;
/** 32 MiB of the smallest values. */
const maxHeapMebibytes = 1_024;

export function createJsonThreads(): JsonThreads {
  const threads = createThreads<Uint8Array, JsonOfThread>({
    file: require.resolve('./json-thread'),
    deadlineMs,
    maxHeapMebibytes,
  });
  return {
    async parse(bytes) {
      try {
        const answer = await threads.ask(bytes, ownBuffers(bytes));
        if (!('parts' in answer)) return answer;
        return { value: await toList(answer.parts), problem: null };
      } catch (error) {
        if (!(error instanceof ThreadFailure)) throw error;
        return { value: null, problem: `its JSON takes too much ${error.reason} to read` };
      }
    },
    close: () => threads.close(),
  };
}

/** Bytes that share their buffer with others are copied. */
function ownBuffers({ buffer, byteLength }: Uint8Array): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

async function toList(parts: readonly Uint8Array[]): Promise<readonly unknown[]> {
  const pace = Pace.besideFinds(takingShare);
  const list: unknown[] = [];
  for (const part of parts) {
    const read: unknown = deserialize(part);
    const some: readonly unknown[] = Array.isArray(read) ? read : [];
    list.push(...some);
    await pace.rest();
  }
  return list;
}
