import { type DocumentNode, type GraphQLSchema, Kind, parse } from 'graphql';
import { scopes } from '../../identity/oauth/scopes';
import { accessRulesOf } from '../graphql/access-rules';
import type { CsvRoute } from '../rest/csv-routes';
import type { Route } from '../rest/route';
import { describeAnswers } from './describe-answers';
import { describeRequest } from './describe-request';
import { describeOther } from './describe-other';
import { describeTable } from './describe-table';
import type { OtherOperation } from './other-operations';
import type { JsonSchema } from '../../json-schema';
import { operationOf } from './sample-data';
import { jsonType } from './sample-request';
import { assertPresent } from '../../present';

type Members = Readonly<Record<string, unknown>>;

/**
 * All paths in OpenAPI 3.1. Nothing of a record is written by hand a second time: what a request has comes from the
 * variables of a record's operation and the names that the record has for them; what an answer has, from what the
 * record makes of sample data.
 */
export function createOpenApi(
  routes: readonly Route[],
  {
    tables,
    others,
    schema,
    publicUrl,
  }: {
    readonly tables: readonly CsvRoute[];
    readonly others: readonly OtherOperation[];
    readonly schema: GraphQLSchema;
    readonly publicUrl: string;
  },
): Members {
  const paths = new Map<string, Members>();
  const add = ({ path: given, method }: Pick<Route, 'path' | 'method'>, members: Members) => {
    const path = given.replaceAll(/[:*](\w+)/g, '{$1}');
    paths.set(path, { ...paths.get(path), [method]: members });
  };
  for (const route of routes) add(route, describeRoute(route, schema, publicUrl));
  for (const table of tables) add(table, describeTable(table, errorReferenceOf(table)));
  for (const other of others) add(other, describeOther(other, errorReferenceOf(other)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Adgate',
      version: '1',
      description:
        'The REST interface of an ad server. Everything is in GraphQL too, at /graphql, and more.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        Error: errorSchema,
        OAuthError: oauthErrorSchema,
        GraphQLErrors: graphqlErrorsSchema,
      },
      securitySchemes,
    },
  };
}

const details: JsonSchema = { type: 'object', description: 'Messages by the bad member.' };

const errorSchema = {
  type: 'object',
  required: ['error', 'code', 'message'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, details },
    },
    code: { type: 'integer', description: 'The HTTP status.' },
    message: { type: 'string' },
    errors: details,
  },
} as const;

const oauthErrorSchema = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
} as const;

const graphqlErrorsSchema = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['message', 'extensions'],
        properties: {
          message: { type: 'string' },
          extensions: {
            type: 'object',
            required: ['code'],
            properties: { code: { type: 'string' } },
          },
        },
      },
    },
  },
} as const;

const securitySchemes = {
  session: {
    ...{ type: 'apiKey', in: 'cookie', name: 'adgate-session' },
    description: 'The session of a browser; over https the name begins with `__Host-`.',
  },
  apiToken: { type: 'http', scheme: 'bearer', description: 'The API token of a log-in.' },
  accessToken: {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: '/auth/authorize',
        tokenUrl: '/oauth/token',
        scopes: Object.fromEntries(
          Object.entries(scopes).map(([name, { descriptions }]) => [name, descriptions.en]),
        ),
      },
    },
  },
} as const;

function describeRoute(route: Route, schema: GraphQLSchema, publicUrl: string): Members {
  const document = parse(route.operation);
  const operation = operationOf(document);
  const name = assertPresent(operation.name, 'the operation of a route has a name').value;
  const roots = rootFieldsOf(document, schema);
  const rules = roots.map((field) => route.access ?? accessRulesOf(field));
  const { parameters, body } = describeRequest(route, schema, document, publicUrl);
  return {
    operationId: `${name}_${route.method}`,
    summary: /^[^.]*\./.exec(roots[0]?.description ?? '')?.[0] ?? name,
    ...(roots[0]?.description != null && { description: roots[0].description }),
    tags: [route.path.split('/').find((part) => part !== '' && part !== 'api' && part !== 'v2')],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    security: rules.every((rule) => rule === null) ? [] : securityOf(route, rules.flat()),
    responses: {
      ...describeAnswers(route, schema, document, publicUrl),
      default: {
        description: 'The error says what is wrong.',
        content: { [jsonType]: { schema: errorReferenceOf(route) } },
      },
    },
  };
}

/** Of GraphQL a request that is none has the errors of REST, one that is none of GraphQL those of GraphQL. */
function errorReferenceOf({ path }: Pick<Route, 'path'>): Members {
  const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  if (path === '/graphql') return { anyOf: [referTo('Error'), referTo('GraphQLErrors')] };
  return referTo(path.startsWith('/oauth/') ? 'OAuthError' : 'Error');
}

function securityOf({ accepts }: Route, rules: readonly (string | null)[]): readonly Members[] {
  const needed = rules.filter((rule) => rule !== null && Object.hasOwn(scopes, rule));
  return [
    ...(accepts === 'accessToken' ? [] : [{ apiToken: [] }]),
    ...(accepts === 'apiToken' ? [] : [{ accessToken: needed }]),
  ];
}

function rootFieldsOf(document: DocumentNode, schema: GraphQLSchema) {
  const { operation, selectionSet } = operationOf(document);
  const fields = schema.getRootType(operation)?.getFields() ?? {};
  return selectionSet.selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? (fields[selection.name.value] ?? []) : [],
  );
}
