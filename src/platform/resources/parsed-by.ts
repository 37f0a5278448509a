import { getNamedType, type GraphQLInputType } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Parse } from '../../validation';

declare module 'graphql' {
  interface GraphQLInputObjectTypeExtensions {
    parse?: Parse<unknown, never>;
  }
  interface GraphQLScalarTypeExtensions {
    parse?: Parse<unknown, never>;
  }
}

/** Hangs a parser on an input class: resolvers get what the parser makes, for GraphQL clients and REST paths alike. */
export const ParsedBy = (parse: Parse<unknown, never>): ClassDecorator => Extensions({ parse });

/**
 * The parser of an argument's or a variable's type; null for types that GraphQL reads whole.
 *
 * @param type of a schema whose requests have this context
 */
export function findParserOf<Context>(type: GraphQLInputType): Parse<unknown, Context> | null {
  const { parse } = getNamedType(type).extensions;
  // Parsers ask for a part of the context of requests, which the assembly makes whole.
  return typeof parse === 'function' ? (parse as Parse<unknown, Context>) : null;
}
