import { invalid } from '../../errors';

/**
 * A member of a form; empty when it is absent.
 *
 * @throws {AppError} `VALIDATION_FAILED` when it came more than once.
 */
export function textOf(form: Readonly<Record<string, unknown>>, name: string): string {
  const value = form[name] ?? '';
  if (typeof value !== 'string') throw invalid({ [name]: ['must be a string'] });
  return value;
}
