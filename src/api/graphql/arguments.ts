import {
  getNamedType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  isListType,
  isNonNullType,
} from 'graphql';
import type { RequestContext } from '../../context';
import { assertAllowed } from '../../identity/access/access-rule';
import { findParser, type Parse, Problems } from '../../validation';
import { invalid } from '../../errors';
import { accessRulesOf } from './access-rules';
import { handledFieldsOf } from './handled-fields';

type Arguments = Readonly<Record<string, unknown>>;
type Method = (...params: readonly unknown[]) => unknown;

/** The parser of an argument's or a variable's type; null for types that GraphQL reads whole. */
function findParserOf(type: GraphQLInputType): Parse<unknown> | null {
  return findParser(getNamedType(type).name);
}

/** The parsers of the arguments that have one, by their names. */
function parsersOf(
  args: readonly { readonly name: string; readonly type: GraphQLInputType }[],
): ReadonlyMap<string, Parse<unknown>> {
  return new Map(
    args.flatMap(({ name, type }) => {
      const parse = findParserOf(type);
      return parse ? [[name, parse] as const] : [];
    }),
  );
}

/**
 * Calls the resolvers of queries and mutations with inputs as their parsers made them. type-graphql would copy each
 * member into instances of the input classes. Nobody needs those, and in a find the copy takes as long as the
 * selection.
 */
export function callWithParsed(schema: GraphQLSchema): void {
  for (const { field, handler } of handledFieldsOf(schema)) {
    const { methodName, target, params = [] } = handler;
    // A subscription's method makes its answers of what happens.
    if (field.subscribe) continue;
    const parsers = parsersOf(field.args);
    if (parsers.size === 0) continue;
    // type-graphql knows a resolver's class and method by reflection only.
    const resolver = new (target as new () => Readonly<Record<string, Method>>)();
    const inOrder = params.toSorted((one, other) => one.index - other.index);
    const rules = accessRulesOf(field);
    field.resolve = (_root: unknown, args: Arguments, ctx: RequestContext) => {
      if (rules) assertAllowed(ctx, rules);
      return resolver[methodName]!(
        ...inOrder.map((param) => {
          if (param.kind !== 'arg') return param.kind === 'args' ? args : ctx;
          // An operation that leaves out an input gets what its parser makes of that.
          return param.name in args ? args[param.name] : parsers.get(param.name)?.(undefined, ctx);
        }),
      );
    };
  }
}

/**
 * The schema of operations of our own, whose inputs are parsed before they run: to it, each input is a leaf that is
 * handed over as it is.
 */
export function schemaOfRecords(schema: GraphQLSchema): GraphQLSchema {
  const leaves = new Map<string, GraphQLScalarType>();
  function toLeaf(type: GraphQLInputType): GraphQLInputType {
    if (isNonNullType(type)) return new GraphQLNonNull(toLeaf(type.ofType));
    if (isListType(type)) return new GraphQLList(toLeaf(type.ofType));
    if (!findParserOf(type)) return type;
    const leaf = leaves.get(type.name) ?? new GraphQLScalarType({ name: type.name });
    leaves.set(type.name, leaf);
    return leaf;
  }
  const toLeaves = (args: GraphQLFieldConfigArgumentMap) =>
    mapValues(args, (arg) => ({ ...arg, type: toLeaf(arg.type) }));
  return mapRootFields(schema, (field) => ({ ...field, args: toLeaves(field.args ?? {}) }));
}

/** The schema of clients' operations: each input is parsed before its resolver is called. */
export function schemaOfClients(schema: GraphQLSchema): GraphQLSchema {
  return mapRootFields(schema, (field) => {
    const parsers = parsersOf(
      Object.entries(field.args ?? {}).map(([name, { type }]) => ({ name, type })),
    );
    if (parsers.size === 0) return field;
    const rules = accessRulesOf({ extensions: field.extensions ?? {} });
    const withParsed =
      (call: RootCall): RootCall =>
      (root, args, ctx, info) => {
        // Strangers do not learn what would be right.
        if (rules) assertAllowed(ctx, rules);
        const parsed = [...parsers].map(([name, parse]) => [name, parse(args[name], ctx)] as const);
        for (const [, value] of parsed) if (value instanceof Problems) throw invalid(value.details);
        return call(root, { ...args, ...Object.fromEntries(parsed) }, ctx, info);
      };
    const { resolve, subscribe } = field;
    return {
      ...field,
      ...(resolve && { resolve: withParsed(resolve) }),
      ...(subscribe && { subscribe: withParsed(subscribe) }),
    };
  });
}

type RootField = GraphQLFieldConfig<unknown, RequestContext, Arguments>;
type RootCall = NonNullable<RootField['resolve']>;

/** A schema with other queries, mutations and subscriptions; all else is shared. */
function mapRootFields(schema: GraphQLSchema, map: (field: RootField) => RootField): GraphQLSchema {
  const { query, mutation, subscription } = schema.toConfig();
  const mapRoot = (root: GraphQLObjectType | null | undefined) =>
    root &&
    new GraphQLObjectType({
      ...root.toConfig(),
      fields: mapValues(root.toConfig().fields, map),
    });
  return new GraphQLSchema({
    query: mapRoot(query) ?? null,
    mutation: mapRoot(mutation) ?? null,
    subscription: mapRoot(subscription) ?? null,
  });
}

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
