import {
  getNamedType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type JsonSchema, nullable, takesNull } from '../../json-schema';
import { findParserOf } from '../../platform/resources/parsed-by';
import { timePattern } from '../../time';
import { acceptedByParser } from '../../validation';

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
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  PositiveInt: { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 },
  Count: { type: 'integer' },
  Float: { type: 'number' },
  Amount: { type: ['number', 'string'] },
  DateTime: { type: 'string', format: 'date-time', pattern: timePattern },
  Upload: { type: 'string', format: 'binary' },
};

/** Inputs are not deeper: more would be an input that has itself. */
const maxDepth = 8;

interface Place {
  readonly isRequired: boolean;
  readonly depth: number;
  /** The JSON that the parser around it takes here; null: no parser says it. */
  readonly accepted: JsonSchema | null;
}

const outermost: Place = { isRequired: true, depth: 0, accepted: null };

/** The members that requests have for a variable: its leaves and lists, each by its name in requests. */
export function membersOfInput(
  type: GraphQLInputType,
  path: string,
  nameOf: (path: string) => string,
  place: Place = outermost,
): readonly RequestMember[] {
  const isNeeded = place.isRequired && isNonNullType(type);
  const inner: GraphQLInputType = isNonNullType(type) ? type.ofType : type;
  const named = getNamedType(inner);
  const accepted = acceptedOf(named) ?? place.accepted;
  const member = {
    path: nameOf(path),
    isRequired: isNeeded,
    isNullable: accepted ? takesNull(accepted) : !isNonNullType(type),
  };
  if (!isInputObjectType(named) || place.depth >= maxDepth)
    return [{ ...member, schema: leafOf(inner, accepted) }];
  const isList = isListType(inner);
  const fields = fieldsOf(named, isList ? `${path}.0` : path, nameOf, {
    isRequired: isNeeded,
    depth: place.depth + 1,
    accepted: isList ? (accepted?.items ?? null) : accepted,
  });
  // Its members alone describe a value that can be nothing but an object.
  if (accepted?.type === undefined || accepted.type === 'object') return fields;
  const { properties: _, items: __, ...bounds } = accepted;
  return [{ ...member, schema: bounds }, ...fields];
}

function fieldsOf(
  type: GraphQLInputObjectType,
  path: string,
  nameOf: (path: string) => string,
  { isRequired, depth, accepted }: Place,
): readonly RequestMember[] {
  return Object.values(type.getFields()).flatMap((field) =>
    membersOfInput(field.type, `${path}.${field.name}`, nameOf, {
      isRequired: isRequired && field.defaultValue === undefined,
      depth,
      accepted: accepted?.properties?.[field.name] ?? null,
    }).map((member) =>
      field.description && member.path === nameOf(`${path}.${field.name}`)
        ? { ...member, schema: { ...member.schema, description: field.description } }
        : member,
    ),
  );
}

/** The JSON that the parser of an input of its own takes. */
function acceptedOf(type: GraphQLNamedInputType): JsonSchema | null {
  const parse = isInputObjectType(type) ? findParserOf(type) : null;
  return parse && acceptedByParser(parse);
}

function leafOf(type: GraphQLInputType, accepted: JsonSchema | null): JsonSchema {
  if (accepted?.type !== undefined) return accepted;
  const named = getNamedType(type);
  const leaf: JsonSchema = isEnumType(named)
    ? { type: 'string', enum: named.getValues().map(({ value }): unknown => value) }
    : (scalars[named.name] ?? {});
  return { ...(isListType(type) ? { type: 'array', items: leaf } : leaf), ...accepted };
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

function toSchema({ schema, members }: Tree): JsonSchema {
  if (members.size === 0) return schema;
  const [first] = members;
  if (first && /^\d+$/.test(first[0]))
    return { type: 'array', ...schema, items: toSchema(first[1]) };
  const required = [...members].filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    type: 'object',
    ...schema,
    properties: Object.fromEntries([...members].map(([name, tree]) => [name, toSchema(tree)])),
    ...(required.length > 0 && { required }),
  };
}
