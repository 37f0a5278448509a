import type { JsonSchema } from '../../json-schema';
import type { OtherOperation } from './other-operations';

type Members = Readonly<Record<string, unknown>>;

const securities: Readonly<Record<NonNullable<OtherOperation['for']>, readonly Members[]>> = {
  anybody: [],
  session: [{ apiToken: [] }, { session: [] }],
  'any viewer': [{ apiToken: [] }, { session: [] }, { accessToken: [] }],
  // Without any: a program of the same machine.
  operator: [{}, { apiToken: [] }, { session: [] }],
};

/** An operation that no record makes. */
export function describeOther(operation: OtherOperation, errorReference: Members): Members {
  const { path, method, summary, answers, query = {}, form, json } = operation;
  const parameters = [
    ...[...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => ({
      ...{ name, in: 'path', required: true, schema: { type: 'string' } },
    })),
    ...membersOf(query).map(({ name, schema: { description, ...schema }, required }) => ({
      ...{ name, in: 'query', required, schema },
      ...(description !== undefined && { description }),
    })),
  ];
  const body = json ?? (form && bodyOf(form));
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    operationId: `Other${path.replaceAll(/[^A-Za-z]+(\w?)/g, (_, first: string) => first.toUpperCase())}_${method}`,
    summary,
    tags: [tagOf(path)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { [type]: { schema: body } } } }),
    security: securities[operation.for ?? 'anybody'],
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, types]) => [
          status,
          {
            description: 'Done.',
            ...(types.length > 0 && { content: Object.fromEntries(types.map((one) => [one, {}])) }),
          },
        ]),
      ),
      default: {
        description: 'The error says what is wrong; pages say it as HTML.',
        content: { 'application/json': { schema: errorReference }, 'text/html': {} },
      },
    },
  };
}

function membersOf(members: Readonly<Record<string, JsonSchema>>) {
  return Object.entries(members).map(([given, schema]) => {
    const name = given.replace(/!$/, '');
    return { name, schema, required: name !== given };
  });
}

function bodyOf(form: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const members = membersOf(form);
  const required = members.filter((one) => one.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}

const tagOf = (path: string): string =>
  /^\/(?:auth|supply|graphql|panel|demo|health)\b/.exec(path)?.[0].slice(1) ?? 'server';
