import type { Doc } from '../bson/values';
import type { ExpressionOptions } from './expression';
import type { MergeOptions, MergeTarget } from './merge';
import type { Variables } from './operator';

/** What a pipeline needs of its surroundings; everything else in it is pure. */
export interface PipelineEnvironment extends ExpressionOptions {
  /** The documents of a collection that match a filter. */
  lookup(collection: string, filter: Doc): Iterable<Doc>;
  /** What a pipeline makes of a collection; `variables` are to be passed on in its environment. */
  pipelineOn(collection: string, stages: readonly Doc[], variables: Variables): Iterable<Doc>;
  merge(target: MergeTarget, options: MergeOptions, docs: Iterable<Doc>): void;
}

export type Stage = (input: Iterable<Doc>) => Iterable<Doc>;
