import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import type { GraphQLSchema } from 'graphql';
import { createOpenApi } from '../../src/api/openapi/document';
import { createSchema } from '../../src/api/graphql/schema';
import { csvRoutes, routes } from '../../src/api/rest/index';

type Operations = Readonly<Record<string, DocumentedOperation>>;

interface DocumentedPath {
  readonly path: string;
  readonly pattern: RegExp;
}

interface DocumentedOperation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

const paths: readonly DocumentedPath[] = [
  ...new Set([...routes, ...csvRoutes].map(({ path }) => path)),
]
  .map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  // A path without parameters is meant before one with them.
  .sort(
    (one, other) =>
      Number(one.pattern.source.includes('[')) - Number(other.pattern.source.includes('[')),
  );

let schema: GraphQLSchema | null = null;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const operationsOf = new Map<string, Operations>();
const validators = new Map<object, ValidateFunction>();

/** A path's part of the document; to make all of it takes as long as many files of tests. */
function documentedOperations(path: string): Operations {
  const known = operationsOf.get(path);
  if (known) return known;
  const isOfPath = (route: { readonly path: string }) => route.path === path;
  const document = createOpenApi(routes.filter(isOfPath), {
    tables: csvRoutes.filter(isOfPath),
    others: [],
    schema: (schema ??= createSchema()),
    publicUrl: 'http://ads.example',
  });
  if (!ajv.getSchema('document'))
    ajv.addSchema({ $id: 'document', components: document.components });
  const [operations] = Object.values(document.paths as Readonly<Record<string, Operations>>);
  operationsOf.set(path, operations!);
  return operations!;
}

/**
 * Finds members of an answer that `/openapi.json` does not have, or members that the answer lacks; null: none, or no
 * such path there.
 */
export function findUndocumented(
  method: string,
  path: string,
  answer: { readonly status: number; readonly type: string | null; readonly body: unknown },
): string | null {
  const documented = paths.find(({ pattern }) => pattern.test(path));
  const operation = documented && documentedOperations(documented.path)[method.toLowerCase()];
  if (!operation || answer.status === 405) return null;
  const isRefused = answer.status >= 400;
  const response = operation.responses[isRefused ? 'default' : String(answer.status)];
  if (!response) return `${method} ${path} answers ${answer.status}`;
  if (answer.type === null) return null;
  const content = response.content?.[answer.type];
  if (!content) return `${method} ${path} answers ${answer.type}`;
  if (answer.type !== 'application/json' || !content.schema) return null;
  const validate = validatorOf(content.schema);
  if (validate(answer.body)) return null;
  return `${method} ${path}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(answer.body)}`;
}

function validatorOf(schema: object): ValidateFunction {
  let validate = validators.get(schema);
  if (!validate) {
    validate = ajv.compile(closed(schema) as object);
    validators.set(schema, validate);
  }
  return validate;
}

/** The same schema without members that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === '$ref' ? `document${String(value)}` : closed(value),
    ]),
  );
  const isObject = 'type' in own && own.type === 'object' && 'properties' in own;
  return isObject ? { ...own, additionalProperties: false } : own;
}
