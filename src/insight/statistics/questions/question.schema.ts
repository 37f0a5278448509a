import type { JsonSchema } from '../../../json-schema';
import { keysOf } from '../../../record';
import { intervals } from './calendar';
import { dimensions } from './dimensions';

/** Members of a question in texts. */
export const questionSchemas = {
  by: { type: 'string', enum: [...keysOf(dimensions), 'none'] },
  interval: { type: 'string', enum: intervals },
  top: { type: 'integer', minimum: 1, maximum: 999_999 },
} as const satisfies Readonly<Record<string, JsonSchema>>;
