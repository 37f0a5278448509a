import type { ServiceContext } from './context';
import { AppError, type ErrorDetails } from './errors';

/** What an input's rules may ask beside the value. */
export type RuleContext = Pick<ServiceContext, 'taxonomy' | 'config' | 'now'>;

/** Everything that is wrong with a value, by dotted path (`imps.0.id`); null when nothing is. */
export type InputCheck = (value: unknown, ctx: RuleContext) => ErrorDetails | null;

/**
 * The rules of each GraphQL input, by the input's GraphQL name: one place, whether the input comes from a GraphQL
 * client or from a REST path.
 */
const inputChecks = new Map<string, InputCheck>();

/** Declares what a GraphQL input must satisfy. The check gets values of any shape. */
export function defineInputCheck(name: string, check: InputCheck): void {
  inputChecks.set(name, check);
}

export function findInputCheck(name: string): InputCheck | null {
  return inputChecks.get(name) ?? null;
}

/** @throws {AppError} `VALIDATION_FAILED` with every bad field. */
export function assertValid(check: InputCheck, value: unknown, ctx: RuleContext): void {
  const details = check(value, ctx);
  if (details) throw new AppError('VALIDATION_FAILED', messageFor(details), { details });
}

/** One sentence for the first bad field and a count of the others. */
export function messageFor(details: ErrorDetails): string {
  const [first, ...others] = Object.entries(details);
  if (!first) return 'the request is not valid';
  const [path, [problem = 'is not valid']] = first;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${path === '' ? 'the request' : path} ${problem}${more}`;
}

/** Whether a write failed because another document has the same unique key. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
}

/**
 * Whether a text is an absolute http or https URL without credentials in it. Its slashes must be there: where it is
 * resolved against another URL, it would lead to a path of that one's host without them.
 */
export function isHttpUrl(text: string): boolean {
  const url = /^https?:\/\/[^/\\]/i.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** Whether a JSON value is an object whose members can be looked at. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What keeps a value from being text of 1 to `maxBytes` bytes of UTF-8 for people; null when nothing does. */
export function problemOfText(value: unknown, maxBytes: number): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '' || value.length > maxBytes || Buffer.byteLength(value) > maxBytes)
    return `must have 1 to ${maxBytes} bytes`;
  return isReadable(value) ? null : unreadable;
}

/** What is wrong with text for people that is not readable. */
export const unreadable = 'must be readable text';

/** Lone surrogates have no UTF-8, and nobody can see or type a control character. */
export function isReadable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
