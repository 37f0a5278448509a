import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  type GraphQLNamedType,
  type GraphQLSchema,
  graphqlSync,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  validateSchema,
} from 'graphql';
import { listSize } from '../../../src/platform/graphql/operation-cost';
import { printedSchema } from '../../../src/api/graphql/print-schema';
import { createSchema } from '../../../src/api/graphql/schema';
import { findParserOf } from '../../../src/platform/resources/parsed-by';

describe('schema.graphql', () => {
  let schema: GraphQLSchema;
  beforeAll(() => {
    schema = createSchema();
  });

  it('is what the resolvers say: run `npm run schema` after a change', () => {
    expect(readFileSync('schema.graphql', 'utf8')).toBe(printedSchema());
  });

  it('holds together, which no start looks at', () => {
    expect(validateSchema(schema)).toEqual([]);
    const { errors } = graphqlSync({ schema, source: getIntrospectionQuery() });
    expect(errors).toBeUndefined();
  });

  it('is what the panel’s types are made of', () => {
    const folder = mkdtempSync(join(tmpdir(), 'adgate-types-'));
    const output = join(folder, 'schema-types.d.ts');
    const args = ['node_modules/.bin/gql.tada', 'generate', 'output', '-c', 'panel/tsconfig.json'];
    execFileSync(process.execPath, [...args, '-o', output], { stdio: 'pipe' });
    const made = readFileSync(output, 'utf8');
    rmSync(folder, { recursive: true });
    expect(readFileSync('panel/graphql/schema-types.d.ts', 'utf8') === made).toBe(true);
  });

  it('describes every type, field and argument', () => {
    const missing = Object.values(schema.getTypeMap())
      .filter(
        ({ name }) =>
          !name.startsWith('__') && !['Query', 'Mutation', 'Subscription'].includes(name),
      )
      .flatMap((type) => [...(type.description ? [] : [type.name])])
      .concat(Object.values(schema.getTypeMap()).flatMap(undescribedMembers));
    expect(missing).toEqual([]);
  });

  it('says of every list of objects how long it is: it is a page, or its field declares `listSize`', () => {
    const unbounded = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) => (isObjectType(type) && !type.getFields()['pageInfo'] ? [type] : []))
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter(
            (field) =>
              isListType(getNullableType(field.type)) && isObjectType(getNamedType(field.type)),
          )
          .filter((field) => listSize(field) === null)
          .map(({ name }) => `${type.name}.${name}`),
      );
    expect(unbounded).toEqual([]);
  });

  it('has a parser for every input that is an argument', () => {
    const args = rootFieldsOf(schema).flatMap((field) => field.args);
    const inputs = args.map(({ type }) => getNamedType(type)).filter(isInputObjectType);
    expect(inputs.length).toBeGreaterThan(20);
    expect(inputs.filter((type) => !findParserOf(type)).map(({ name }) => name)).toEqual([]);
  });

  it('says of every operation which errors it can give', () => {
    const silent = rootFieldsOf(schema).filter(
      ({ description }) => !/Errors: |No errors/.test(description ?? ''),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('is spelled as GraphQL is: types PascalCase, fields and arguments camelCase', () => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
    expect(
      types.map(({ name }) => name).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name)),
    ).toEqual([]);
    const args = rootFieldsOf(schema).flatMap((field) => field.args);
    const members = types.flatMap((type) =>
      isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields()).map(({ name }) => name)
        : [],
    );
    const names = [...members, ...args.map(({ name }) => name)];
    expect(names.filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
  });

  it('says of what is deprecated what to use instead, and till when it stays', () => {
    interface Member {
      readonly name: string;
      readonly deprecationReason?: string | null | undefined;
    }
    const reasons = Object.values(schema.getTypeMap()).flatMap((type): readonly Member[] => {
      if (isEnumType(type)) return type.getValues();
      if (isInputObjectType(type)) return Object.values(type.getFields());
      const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
      return [...fields, ...fields.flatMap(({ args }) => args)];
    });
    const unclear = reasons.filter(
      ({ deprecationReason }) =>
        deprecationReason != null &&
        !/^Use .+\. Until \d{4}-\d{2}-\d{2}\.$/.test(deprecationReason),
    );
    expect(unclear.map(({ name }) => name)).toEqual([]);
  });
});

describe('pages', () => {
  const schema = createSchema();
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
  const pages = fields.flatMap(({ type, field }) => {
    const page = getNamedType(field.type);
    return isObjectType(page) && page.name.endsWith('Connection')
      ? [{ path: `${type.name}.${field.name}`, field, page }]
      : [];
  });

  it.each(pages)('$path has what asks for the next one', ({ field, page }) => {
    expect(field.args.map(({ name }) => name)).toEqual(expect.arrayContaining(['first', 'after']));
    const { nodes, pageInfo } = page.getFields();
    expect(String(nodes?.type)).toMatch(/^\[\w+!\]!$/);
    const place = getNamedType(pageInfo!.type);
    expect(isObjectType(place) && Object.keys(place.getFields())).toEqual(
      expect.arrayContaining(['hasNextPage', 'endCursor']),
    );
  });

  it('nothing else has that name, and inputs end in Input', () => {
    const types = Object.values(schema.getTypeMap());
    const connections = types.filter(({ name }) => name.endsWith('Connection'));
    expect(new Set(pages.map(({ page }) => page.name))).toEqual(
      new Set(connections.map(({ name }) => name)),
    );
    const inputs = types.filter(isInputObjectType).map(({ name }) => name);
    expect(inputs.filter((name) => !/(?:Input|Filter)$/.test(name))).toEqual([]);
  });
});

const rootFieldsOf = (schema: GraphQLSchema) =>
  [schema.getMutationType(), schema.getQueryType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );

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
