import type { ServiceContext } from '../context';

/** Work that comes round by itself. */
export interface Job {
  readonly name: string;
  /** Seconds from the end of one run to the start of the next. */
  readonly everySeconds: number;
  /** Must be safe to run on several processes at once. */
  run(ctx: ServiceContext): Promise<void>;
}
