import {
  getNamedType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { JsonSchema } from './json-schema';

/** A member of a request that a variable, or a part of one, comes from. */
export interface RequestMember {
  /** Its path in the request: `placements.0.width`. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** True where a body may hold null. */
  readonly isNullable: boolean;
}

const scalars: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  PositiveInt: { type: 'integer' },
  Count: { type: 'integer' },
  Float: { type: 'number' },
  Amount: { type: ['number', 'string'] },
  DateTime: { type: 'string', format: 'date-time' },
  Upload: { type: 'string', format: 'binary' },
};

/** Inputs are not deeper: more would be an input that has itself. */
const maxDepth = 8;

/** The members that requests have for a variable: its leaves, each by its name in requests. */
export function membersOfInput(
  type: GraphQLInputType,
  path: string,
  nameOf: (path: string) => string,
  { isRequired = true, depth = 0 }: { readonly isRequired?: boolean; readonly depth?: number } = {},
): readonly RequestMember[] {
  const isNeeded = isRequired && isNonNullType(type);
  const inner: GraphQLInputType = isNonNullType(type) ? type.ofType : type;
  const item = isListType(inner) ? inner.ofType : inner;
  const named = getNamedType(item);
  const own = isListType(inner) ? `${path}.0` : path;
  if (isInputObjectType(named) && depth < maxDepth)
    return Object.values(named.getFields()).flatMap((field) =>
      membersOfInput(field.type, `${own}.${field.name}`, nameOf, {
        isRequired: isNeeded && field.defaultValue === undefined,
        depth: depth + 1,
      }).map((member) =>
        field.description && member.path === nameOf(`${own}.${field.name}`)
          ? { ...member, schema: { ...member.schema, description: field.description } }
          : member,
      ),
    );
  const leaf: JsonSchema = isEnumType(named)
    ? { type: 'string', enum: named.getValues().map(({ value }): unknown => value) }
    : (scalars[named.name] ?? {});
  const schema: JsonSchema = isListType(inner) ? { type: 'array', items: leaf } : leaf;
  return [{ path: nameOf(path), schema, isRequired: isNeeded, isNullable: !isNonNullType(type) }];
}

interface Tree {
  schema: JsonSchema;
  isRequired: boolean;
  readonly members: Map<string, Tree>;
}

const newTree = (): Tree => ({ schema: {}, isRequired: false, members: new Map() });

/** The body that has these members: numbers in a path are places in a list. */
export function bodyOf(members: readonly RequestMember[]): JsonSchema {
  const root = newTree();
  for (const { path, schema, isRequired, isNullable } of members) {
    let tree = root;
    for (const name of path.split('.')) {
      if (isRequired) tree.isRequired = true;
      let next = tree.members.get(name);
      if (!next) tree.members.set(name, (next = newTree()));
      tree = next;
    }
    tree.schema = isNullable ? nullable(schema) : schema;
    tree.isRequired = isRequired;
  }
  return toSchema(root);
}

/** A schema without a type takes anything. */
function nullable({ type, enum: values, ...rest }: JsonSchema): JsonSchema {
  return {
    ...(type !== undefined && { type: [type, 'null'].flat() }),
    ...(values && { enum: [...values, null] }),
    ...rest,
  };
}

function toSchema({ schema, members }: Tree): JsonSchema {
  if (members.size === 0) return schema;
  const [first] = members;
  if (first && /^\d+$/.test(first[0])) return { type: 'array', items: toSchema(first[1]) };
  const required = [...members].filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries([...members].map(([name, tree]) => [name, toSchema(tree)])),
    ...(required.length > 0 && { required }),
  };
}
