import { AppError } from '../../errors';
import type { Members } from './members';

/**
 * A text of the query; null: it is not there.
 *
 * @throws {AppError} `BAD_REQUEST` when it is given more than once.
 */
export function readQueryText(query: Members, name: string): string | null {
  const value = query[name];
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  throw new AppError('BAD_REQUEST', `the member ${name} of the query is given more than once`);
}
