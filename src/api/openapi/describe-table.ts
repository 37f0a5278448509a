import type { JsonSchema } from '../../json-schema';
import type { CsvRoute } from '../rest/csv-routes';

type Members = Readonly<Record<string, unknown>>;

/** A path that is a table for spreadsheets; the others are made from their operations. */
export function describeTable(
  { path, summary, query, takes = {}, access }: CsvRoute,
  errorReference: Members,
): Members {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    parameterOf('path', name, { ...takes[name] }),
  );
  const inQuery = Object.entries(query).map(([name, description]) =>
    parameterOf('query', name, { ...takes[name], description }),
  );
  const [, , resource = ''] = path.split('/');
  const parameters = [...inPath, ...inQuery];
  return {
    operationId: `Table${path.replaceAll(/[^a-z]+(\w?)/g, (_, first: string) => first.toUpperCase())}_get`,
    summary,
    description: `${summary} CSV of RFC 4180 in UTF-8, with a header row; a text that a spreadsheet would run begins with an apostrophe.`,
    tags: [resource.replace('.csv', '')],
    ...(parameters.length > 0 && { parameters }),
    security: [{ apiToken: [] }, { accessToken: access }],
    responses: {
      200: { description: 'Done.', content: { 'text/csv': { schema: { type: 'string' } } } },
      default: {
        description: 'The error says what is wrong.',
        content: { 'application/json': { schema: errorReference } },
      },
    },
  };
}

const parameterOf = (
  where: 'path' | 'query',
  name: string,
  { description, ...schema }: JsonSchema,
) => ({
  name,
  in: where,
  required: where === 'path',
  ...(description !== undefined && { description }),
  schema: { type: 'string', ...schema },
});
