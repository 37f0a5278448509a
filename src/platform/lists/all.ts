import { isUuid, toId } from '../../id';

/** A part of a list of everybody's things, in the order of their ids: for operators. */
export interface AllParams {
  readonly first: number;
  readonly afterId?: string | null;
}

/** The most items of a list of everybody's things. */
export const mostOfAll = 100;

/**
 * The conditions of a list of all: those that are given, ids in the form in which they are stored, and ids
 * behind `afterId`.
 */
export function conditionsOfAll(
  filter: object,
  { afterId }: AllParams,
): Readonly<Record<string, unknown>> {
  const given = Object.entries(filter).filter(([, value]) => value != null);
  return {
    ...Object.fromEntries(given.map(([name, value]) => [name, toStored(value)])),
    ...(afterId != null && { _id: { $gt: toStored(afterId) } }),
  };
}

const toStored = (value: unknown): unknown =>
  typeof value === 'string' && isUuid(value) ? toId(value) : value;
