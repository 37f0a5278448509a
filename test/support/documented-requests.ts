import fc from 'fast-check';
import type { JsonSchema } from '../../src/json-schema';
import { accepts, valuesOf, wrongValuesOf } from './schema-values';

/** A parameter of an operation of `/openapi.json`. */
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** An operation of `/openapi.json`, as far as its requests go. */
export interface DocumentedRequests {
  readonly parameters?: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
}

/** A request of an operation; an absent body is none. */
export interface DocumentedRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly type: string | null;
  readonly body: unknown;
}

/** Members whose values more than the shape of a request decides, with a value that does. */
export type Known = Readonly<Record<string, unknown>>;

const partOf = ({ parameters = [] }: DocumentedRequests, where: Parameter['in']) =>
  parameters.filter((parameter) => parameter.in === where);

const toObject = (parameters: readonly Parameter[]): JsonSchema => ({
  type: 'object',
  // Of a number, not every spelling is a decimal.
  properties: Object.fromEntries(
    parameters.map(({ name, schema }) => [
      name,
      [schema.type].flat().includes('string') ? { ...schema, type: 'string' } : schema,
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

function contentOf({ requestBody }: DocumentedRequests) {
  const [content] = Object.entries(requestBody?.content ?? {});
  return content ? { type: content[0], schema: content[1].schema } : null;
}

/** Requests that the document calls valid: the same ones in each run. */
export function validRequests(
  operation: DocumentedRequests,
  { known, count }: { readonly known: Known; readonly count: number },
): readonly DocumentedRequest[] {
  const content = contentOf(operation);
  const requests = fc.record({
    path: valuesOf(toObject(partOf(operation, 'path')), known),
    query: valuesOf(toObject(partOf(operation, 'query')), known),
    type: fc.constant(content?.type ?? null),
    body: content ? valuesOf(content.schema, known) : fc.constant(undefined),
  });
  // Each part is an object, as its schema says.
  return fc.sample(requests, { numRuns: count, seed: 1 }) as readonly DocumentedRequest[];
}

interface WrongRequest extends DocumentedRequest {
  readonly about: string;
}

/** Requests that differ from a valid one in one member, whose value the document calls wrong. */
export function wrongRequests(
  operation: DocumentedRequests,
  right: DocumentedRequest,
): readonly WrongRequest[] {
  const inQuery = partOf(operation, 'query').flatMap(({ name, schema, required }) => {
    const values = wrongValuesOf(schema).filter(
      // A query has texts alone; an empty one is none.
      (value) =>
        typeof value === 'string' &&
        value !== '' &&
        !isTextOf(schema, value) &&
        !accepts(schema, [value]),
    );
    const wrong = values.map((value) => ({
      ...{ ...right, query: { ...right.query, [name]: value } },
      about: `${name}=${String(value).slice(0, 20)}`,
    }));
    const { [name]: _, ...others } = right.query;
    return required ? [...wrong, { ...right, query: others, about: `no ${name}` }] : wrong;
  });
  const content = contentOf(operation);
  if (!content) return inQuery;
  const inBody = wrongBodies(content.schema, right.body).map(({ body, about }) => ({
    ...{ ...right, body, about },
  }));
  return [...inQuery, ...inBody];
}

/** Says that a text of a query is a value of another type. */
const isTextOf = (schema: JsonSchema, text: string): boolean =>
  [schema.type].flat().some((type) => type === 'integer' || type === 'number') &&
  accepts(schema, Number(text));

function wrongBodies(
  schema: JsonSchema,
  right: unknown,
): readonly { readonly body: unknown; readonly about: string }[] {
  if (Array.isArray(right)) {
    const [first, ...rest] = right as readonly unknown[];
    if (first === undefined || !schema.items) return [];
    return wrongBodies(schema.items, first).map(({ body, about }) => ({
      ...{ body: [body, ...rest], about: `0.${about}` },
    }));
  }
  if (typeof right !== 'object' || right === null) return [];
  const members = right as Readonly<Record<string, unknown>>;
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own = wrongValuesOf(property).map((value) => ({
      ...{ body: { ...members, [name]: value } },
      about: `${name}: ${JSON.stringify(value).slice(0, 30)}`,
    }));
    const inside = wrongBodies(property, members[name]).map(({ body, about }) => ({
      ...{ body: { ...members, [name]: body }, about: `${name}.${about}` },
    }));
    const { [name]: _, ...others } = members;
    const missing = schema.required?.includes(name) ? [{ body: others, about: `no ${name}` }] : [];
    return [...own, ...inside, ...missing];
  });
}
