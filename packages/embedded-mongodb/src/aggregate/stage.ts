import type { Doc } from '../bson/values';
import type { ExpressionOptions } from './expression';

/** Documents; `undefined` comes between them where others should run before the next is asked for. */
export type Docs = Iterable<Doc | undefined>;

/** Gives a pipeline the time; everything else in it is pure. */
export interface PipelineEnvironment extends ExpressionOptions {
  /** Says that it is time to let others run. */
  readonly isDue: () => boolean;
}

export type Stage = (input: Docs) => Docs;
