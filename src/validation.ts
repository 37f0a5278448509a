import type { z } from 'zod';
import { AppError, type ErrorDetails } from './errors';

/**
 * The schema of each GraphQL input, by the input's GraphQL name: one place for its rules, whether the input
 * comes from a GraphQL client or from a REST path.
 */
const inputSchemas = new Map<string, z.ZodType>();

/** Declares what a GraphQL input must satisfy beyond its types. Schemas check; they do not transform. */
export function defineInputSchema<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  inputSchemas.set(name, schema);
  return schema;
}

export function findInputSchema(name: string): z.ZodType | null {
  return inputSchemas.get(name) ?? null;
}

/** All that is wrong with a value, by dotted path; null when nothing is. */
export function findProblems(schema: z.ZodType, value: unknown): ErrorDetails | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return null;
  const details: Record<string, string[]> = Object.create(null);
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String).join('.');
    (details[path] ??= []).push(issue.message);
  }
  return details;
}

/** @throws {AppError} `VALIDATION_FAILED` with every bad field. */
export function assertValid(schema: z.ZodType, value: unknown): void {
  const details = findProblems(schema, value);
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

/** Whether a text is an absolute http or https URL without credentials in it. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
