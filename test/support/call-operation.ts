import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
} from 'graphql';
import { send, type TestApp } from './app';
import { openEventStream } from './event-stream';

/** A query, mutation or subscription of the schema. */
export interface Operation {
  /** With its root type: `Query.viewer`. */
  readonly name: string;
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
}

/** Every query, mutation and subscription. */
export function operationsOf(schema: GraphQLSchema): readonly Operation[] {
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  return roots.flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({
      name: `${type.name}.${field.name}`,
      type,
      field,
    })),
  );
}

/** The code of the error that a caller gets, or `data`. The arguments are GraphQL text. */
export async function callOperation(
  { url }: Pick<TestApp, 'url'>,
  { type, field }: Operation,
  { token, args }: { readonly token: string | null; readonly args: string },
): Promise<string> {
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const query = `${type.name.toLowerCase()} { ${field.name}${args === '' ? '' : `(${args})`} ${selection} }`;
  if (field.subscribe) return firstOfStream(url, query, token);
  const { body } = await send(`${url}/graphql`, {
    json: { query },
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  });
  const [error] = (body.errors ?? []) as { extensions: { code: string } }[];
  return error ? error.extensions.code : 'data';
}

/** A subscription is answered for as long as somebody listens: its first event says enough. */
async function firstOfStream(url: string, query: string, token: string | null): Promise<string> {
  const stream = await openEventStream(url, { query, token });
  const { data } = (await stream.next())!;
  stream.close();
  return data.errors ? (data.errors[0].extensions.code as string) : 'data';
}
