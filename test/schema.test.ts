import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { printedSchema } from '../src/graphql/print-schema';
import { createSchema } from '../src/graphql/schema';

describe('schema.graphql', () => {
  let schema: GraphQLSchema;
  beforeAll(() => {
    schema = createSchema();
  });

  it('is what the resolvers say: run `npm run schema` after a change', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(printedSchema());
  });

  it('describes every type, field and argument', () => {
    const missing = Object.values(schema.getTypeMap())
      .filter(({ name }) => !name.startsWith('__') && !['Query', 'Mutation'].includes(name))
      .flatMap((type) => [...(type.description ? [] : [type.name])])
      .concat(Object.values(schema.getTypeMap()).flatMap(undescribedMembers));
    expect(missing).toEqual([]);
  });

  it('says of every operation which errors it can give', () => {
    const operations = [schema.getMutationType(), schema.getQueryType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    const silent = operations.filter(
      ({ description }) => !/Errors: |No errors/.test(description ?? ''),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

function undescribedMembers(type: GraphQLNamedType): readonly string[] {
  if (type.name.startsWith('__')) return [];
  if (isEnumType(type))
    return type
      .getValues()
      .flatMap(({ name, description }) => (description ? [] : [`${type.name}.${name}`]));
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap(({ name, description }) =>
      description ? [] : [`${type.name}.${name}`],
    );
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, description, args }) => [
    ...(description ? [] : [`${type.name}.${name}`]),
    ...args.flatMap((arg) => (arg.description ? [] : [`${type.name}.${name}(${arg.name})`])),
  ]);
}
