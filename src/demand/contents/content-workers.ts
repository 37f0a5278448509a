import { type ErrorDetails, invalid } from '../../errors';
import { createThreads, ThreadFailure } from '../../platform/process/threads';
import type { Inspected } from './content';
import type { OutsidePart, Wanted } from './outside-parts';
import { refuseContent } from './refuse-content';

/** A content for a thread to read. */
export interface InspectionRequest {
  readonly type: 'html' | 'video' | 'model';
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly scope: string | null;
  readonly allowedOrigins: readonly string[];
  readonly fetchHosts: readonly string[];
  /** Fetched from those hosts, by URL. */
  readonly outside: ReadonlyMap<string, OutsidePart>;
}

export type InspectionAnswer =
  | { readonly inspected: Omit<Inspected, 'bytes'> & { readonly bytes: Uint8Array<ArrayBuffer> } }
  | Wanted
  | { readonly refused: { readonly message: string; readonly details: ErrorDetails } }
  | { readonly failed: unknown };

/** Reads uploads in threads of their own, so that none can keep the process from answering. */
export interface ContentWorkers {
  /**
   * Takes as many threads as it is called at once; its callers bound that.
   *
   * @throws {AppError} `VALIDATION_FAILED`, also for what takes too long or too much memory.
   */
  inspect(request: InspectionRequest): Promise<Inspected | Wanted>;
  /** Ends the threads. */
  close(): Promise<void>;
}

export interface ContentWorkersOptions {
  /** Default 5 seconds, the start of a thread not included. */
  readonly deadlineMs?: number;
  /** See `ADGATE_PATIENCE`; default: 1. */
  readonly patience?: number;
}

const words = { time: 'takes too long to read', memory: 'takes too much memory to read' } as const;

export function createContentWorkers({
  deadlineMs = 5_000,
  patience = 1,
}: ContentWorkersOptions = {}): ContentWorkers {
  const threads = createThreads<InspectionRequest, InspectionAnswer>({
    file: require.resolve('./content-worker'),
    deadlineMs: deadlineMs * patience,
    maxHeapMebibytes: 256,
  });

  async function ask(request: InspectionRequest): Promise<InspectionAnswer> {
    try {
      return await threads.ask(request);
    } catch (error) {
      if (error instanceof ThreadFailure)
        return refuseContent('content', words[error.reason], error);
      throw error;
    }
  }

  return {
    async inspect(request) {
      const answer = await ask(request);
      if ('wanted' in answer) return answer;
      if ('inspected' in answer) {
        const { bytes, ...rest } = answer.inspected;
        return { ...rest, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
      }
      if ('refused' in answer)
        throw invalid(answer.refused.details, { message: answer.refused.message });
      throw answer.failed;
    },
    close: () => threads.close(),
  };
}
