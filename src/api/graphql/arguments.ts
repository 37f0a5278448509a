import {
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { RequestContext } from '../context';
import { assertAllowed } from '../../identity/access/access-rule';
import { findParserOf } from '../../platform/resources/parsed-by';
import { type Parse, Problems } from '../../validation';
import { invalid } from '../../errors';
import { accessRulesOf } from './access-rules';
import { type HandledField, handledFieldsOf } from './handled-fields';
import { assertPresent } from '../../present';

type Arguments = Readonly<Record<string, unknown>>;
type Method = (...params: readonly unknown[]) => unknown;
type Handler = HandledField['handler'];

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The field's call for arguments that are parsed already; absent where none of them has a parser. */
    resolveParsed?: RootCall;
  }
}

/** The parsers of the arguments that have one, by their names. */
function parsersOf(
  args: readonly { readonly name: string; readonly type: GraphQLInputType }[],
): ReadonlyMap<string, Parse<unknown, RequestContext>> {
  return new Map(
    args.flatMap(({ name, type }) => {
      const parse = findParserOf<RequestContext>(type);
      return parse ? [[name, parse] as const] : [];
    }),
  );
}

/**
 * Calls resolvers with arguments that are parsed already. type-graphql would copy each member into instances of the input
 * classes. Nobody needs those, and in a find the copy takes as long as the selection.
 */
export function callWithParsed(schema: GraphQLSchema): void {
  for (const { field, handler } of handledFieldsOf(schema)) {
    const parsers = parsersOf(field.args);
    // A subscription's method makes its answers of what happens.
    if (parsers.size > 0 && !field.subscribe) field.resolve = callOf(handler, { parsers, field });
  }
}

/**
 * Parses the inputs of clients' operations before all else that a field does. Operations of records are parsed before
 * they run: for them, the call without parsing stands beside the field.
 */
export function parseInputs(schema: GraphQLSchema): void {
  for (const { field } of handledFieldsOf(schema)) {
    const parsers = parsersOf(field.args);
    if (parsers.size === 0) continue;
    const { subscribe, resolve } = field;
    if (subscribe) field.subscribe = parsed(subscribe, { parsers, field });
    else if (resolve) {
      field.extensions = { ...field.extensions, resolveParsed: resolve };
      field.resolve = parsed(resolve, { parsers, field });
    }
  }
}

interface ParsedField {
  readonly parsers: ReadonlyMap<string, Parse<unknown, RequestContext>>;
  readonly field: GraphQLField<unknown, RequestContext>;
}

/** Calls a resolver's method with arguments that are parsed already. */
function callOf(
  { methodName, target, params = [] }: Handler,
  { parsers, field }: ParsedField,
): RootCall {
  // type-graphql knows a resolver's class and method by reflection only.
  const resolver = new (target as new () => Readonly<Record<string, Method>>)();
  const method = assertPresent(
    resolver[methodName],
    'a field is resolved by a method of its class',
  );
  const inOrder = params.toSorted((one, other) => one.index - other.index);
  const rules = accessRulesOf(field);
  return (_root, args, ctx) => {
    if (rules) assertAllowed(ctx, rules);
    return method.call(
      resolver,
      ...inOrder.map((param) => {
        if (param.kind !== 'arg') return param.kind === 'args' ? args : ctx;
        // An operation that leaves out an input gets what its parser makes of that.
        return param.name in args ? args[param.name] : parsers.get(param.name)?.(undefined, ctx);
      }),
    );
  };
}

/** Parses the arguments of a client's operation, then calls. */
function parsed(call: RootCall, { parsers, field }: ParsedField): RootCall {
  const rules = accessRulesOf(field);
  return (root, args, ctx, info) => {
    // Strangers do not learn what would be right.
    if (rules) assertAllowed(ctx, rules);
    const values = [...parsers].map(([name, parse]) => [name, parse(args[name], ctx)] as const);
    for (const [, value] of values) if (value instanceof Problems) throw invalid(value.details);
    return call(root, { ...args, ...Object.fromEntries(values) }, ctx, info);
  };
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
    const parse = isInputObjectType(type) ? findParserOf(type) : null;
    // A scalar stays the type that it is in arguments of other fields and in members of inputs.
    if (!parse) return type;
    const leaf =
      leaves.get(type.name) ?? new GraphQLScalarType({ name: type.name, extensions: { parse } });
    leaves.set(type.name, leaf);
    return leaf;
  }
  const toLeaves = (args: GraphQLFieldConfigArgumentMap) =>
    mapValues(args, (arg) => ({ ...arg, type: toLeaf(arg.type) }));
  return mapRootFields(schema, (field) => {
    const { resolve, extensions, args = {} } = field;
    const resolveParsed = extensions?.resolveParsed ?? resolve;
    return { ...field, args: toLeaves(args), ...(resolveParsed && { resolve: resolveParsed }) };
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
