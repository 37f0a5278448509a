import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { createSchema } from './schema';

/** The text of `schema.graphql`. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(createSchema()))}\n`;
}

if (require.main === module) writeFileSync('schema.graphql', printedSchema());
