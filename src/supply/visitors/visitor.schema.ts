import type { JsonSchema } from '../../json-schema';
import { maxRequestIdLength } from './request-id';

/** Members of a visitor's registration. */
export const visitorSchemas = {
  requestId: { minLength: 1, maxLength: maxRequestIdLength },
  seed: { maxLength: maxRequestIdLength },
} as const satisfies Readonly<Record<string, JsonSchema>>;
