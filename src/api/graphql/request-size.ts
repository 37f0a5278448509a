import type { Request } from 'express';
import { AppError } from '../../errors';
import { isRecord } from '../../record';

/** Every error of a document is placed by counting lines from its beginning. */
const maxLines = 1_000;
/** Every error of a value prints the object that it is in. No input type of the schema has more members. */
export const maxMembers = 50;
const maxValues = 5_000;
const maxLevels = 20;

/**
 * Refuses GraphQL requests that are cheap to send and costly to check, before any library looks at them.
 *
 * @throws {AppError} `BAD_REQUEST`
 */
export function assertModest({ body, query }: Pick<Request, 'body' | 'query'>): void {
  const given = isRecord(body) ? body : {};
  const problem = findLong(given.query ?? query['query']) ?? findLarge(given.variables);
  if (problem !== null) throw new AppError('BAD_REQUEST', problem);
}

function findLong(document: unknown): string | null {
  if (typeof document !== 'string') return null;
  return document.split(/[\r\n]/, maxLines + 1).length > maxLines
    ? `a document has at most ${maxLines} lines: send long texts as variables`
    : null;
}

/** Level by level, and no further than the first that is too much. */
function findLarge(variables: unknown): string | null {
  let values = 0;
  let level = [variables];
  for (let levels = 0; level.length > 0; levels++) {
    if (levels > maxLevels) return `variables have at most ${maxLevels} levels`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const inside: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
      if (!Array.isArray(value) && inside.length > maxMembers)
        return `an object has at most ${maxMembers} members`;
      values += inside.length;
      if (values > maxValues) return `variables have at most ${maxValues} values`;
      next.push(...inside);
    }
    level = next;
  }
  return null;
}
