import { Pace } from '../process/pace';
import { createThreads, ThreadFailure } from '../process/threads';
import { JsonList, type ListInParts } from './json-list';

/** The body of an answer as it came, for a thread to unpack. */
export interface ReceivedBody {
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  /** Value of `Content-Encoding`. */
  readonly encoding: string | undefined;
  /** A longer one is none, once it is unpacked. */
  readonly maxBytes: number;
}

/** A body for the thread. */
export interface BodyToParse extends ReceivedBody {
  /** Member of each element of the list that may be a long list, too; null: there is none. */
  readonly listMember: string | null;
}

interface NoJson {
  readonly problem: string;
}

/** The value of a text of JSON, or why it is none. */
export type ParsedJson =
  | { readonly value: unknown; readonly problem: null }
  | ({ readonly value: null } & NoJson);

/** The list that a text of JSON is, or why it is none. */
export type ParsedList =
  | { readonly list: JsonList; readonly problem: null }
  | ({ readonly list: null } & NoJson);

/** An answer of a thread: a list comes in parts. */
export type JsonOfThread = ParsedJson | (ListInParts & { readonly problem: null });

/** Unpacks and parses what strangers have sent, off the loop that answers requests. */
export interface JsonThreads {
  /** @param body the caller has its blocks no more. */
  parse(body: ReceivedBody): Promise<ParsedJson>;
  /**
   * The same of a list that may be long: its thread ends with it, as large as it has become.
   *
   * @param listMember where an element has a long list by this name, that is a `JsonList`
   */
  parseList(body: ReceivedBody, listMember: string): Promise<ParsedList>;
  close(): Promise<void>;
}

/** The part of a core that taking over a list gets beside finds. */
const takingShare = 1 / 3;
/** For 32 MiB on a busy machine. */
const deadlineMs = 20_000;
/** 32 MiB of the smallest values. */
const maxHeapMebibytes = 1_024;

export function createJsonThreads(): JsonThreads {
  const create = (areKept: boolean) =>
    createThreads<BodyToParse, JsonOfThread>({
      ...{ file: require.resolve('./json-thread'), deadlineMs, maxHeapMebibytes, areKept },
    });
  const [threads, threadsOfLists] = [create(true), create(false)];

  async function ask(of: typeof threads, body: BodyToParse): Promise<JsonOfThread> {
    try {
      return await of.ask(
        body,
        body.blocks.map(({ buffer }) => buffer),
      );
    } catch (error) {
      if (!(error instanceof ThreadFailure)) throw error;
      return { value: null, problem: `its JSON takes too much ${error.reason} to read` };
    }
  }

  return {
    async parse(body) {
      const answer = await ask(threads, { ...body, listMember: null });
      return 'parts' in answer
        ? { value: await readAll(new JsonList(answer)), problem: null }
        : answer;
    },

    async parseList(body, listMember) {
      const answer = await ask(threadsOfLists, { ...body, listMember });
      if ('parts' in answer) return { list: new JsonList(answer), problem: null };
      return { list: null, problem: answer.problem ?? 'its answer is no list' };
    },

    async close() {
      await Promise.all([threads.close(), threadsOfLists.close()]);
    },
  };
}

async function readAll(list: JsonList): Promise<readonly unknown[]> {
  const pace = Pace.besideFinds({ share: takingShare });
  const all: unknown[] = [];
  for (const one of list) {
    all.push(one);
    await pace.rest();
  }
  return all;
}
