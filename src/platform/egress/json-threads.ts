import { createThreads, ThreadFailure } from '../process/threads';

/** The value of a text of JSON, or why it is none. */
export type ParsedJson =
  | { readonly value: unknown; readonly problem: null }
  | { readonly value: null; readonly problem: string };

/** Parses what strangers have sent, off the loop that answers requests. */
export interface JsonThreads {
  parse(bytes: Uint8Array): Promise<ParsedJson>;
  close(): Promise<void>;
}

/** For 32 MiB on a busy machine. */
const deadlineMs = 20_000;
/** 32 MiB of the smallest values. */
const maxHeapMebibytes = 1_024;

export function createJsonThreads(): JsonThreads {
  const threads = createThreads<Uint8Array, ParsedJson>({
    file: require.resolve('./json-thread'),
    deadlineMs,
    maxHeapMebibytes,
  });
  return {
    async parse(bytes) {
      try {
        return await threads.ask(bytes);
      } catch (error) {
        if (!(error instanceof ThreadFailure)) throw error;
        return { value: null, problem: `its JSON takes too much ${error.reason} to read` };
      }
    },
    close: () => threads.close(),
  };
}
