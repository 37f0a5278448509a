import type { JsonSchema } from '../../json-schema';
import { pagePathPattern } from './page-path';
import { newPasswordSchema } from './password';

/** Members of requests about accounts that no input has. */
export const accountSchemas = {
  password: newPasswordSchema,
  newPassword: { ...newPasswordSchema, type: ['string', 'null'] },
  page: { type: ['string', 'null'], pattern: pagePathPattern },
} as const satisfies Readonly<Record<string, JsonSchema>>;
