import { ApolloServer, type GraphQLRequestContext } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { ApolloArmor } from '@escape.tech/graphql-armor';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import type { DocumentNode, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { RequestContext } from '../context';
import { AppError } from '../errors';
import { toUnavailable } from '../unavailable';
import { limitRootFields } from './root-field-limit';
import { unwrapError } from './unwrap-error';

/** What a client may ask in one operation; the ad path needs none of it, its documents are our own. */
export const operationLimits = {
  maxDepth: 8,
  maxAliases: 15,
  maxDirectives: 20,
  maxTokens: 1_000,
  maxCost: 5_000,
  /** Of mutations: each is work of its own. */
  maxRootFields: 4,
} as const;

/** Unique documents may pin no more than this. */
const documentCacheBytes = 2 * 2 ** 20;

/** Apollo on the schema, with limits; errors that are not ours are masked and logged once. */
export function createGraphqlServer(
  schema: GraphQLSchema,
  options: { readonly allowsIntrospection: boolean; readonly log: Logger },
): ApolloServer<RequestContext> {
  const armor = new ApolloArmor({
    maxDepth: { n: operationLimits.maxDepth },
    maxAliases: { n: operationLimits.maxAliases },
    maxDirectives: { n: operationLimits.maxDirectives },
    // graphql-js counts them itself, while it parses.
    maxTokens: { enabled: false },
    costLimit: { maxCost: operationLimits.maxCost },
    blockFieldSuggestion: { enabled: !options.allowsIntrospection },
  }).protect();
  return new ApolloServer<RequestContext>({
    schema,
    introspection: options.allowsIntrospection,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    parseOptions: { maxLexicalTokens: operationLimits.maxTokens },
    documentStore: new InMemoryLRUCache<DocumentNode>({
      maxSize: documentCacheBytes,
      // A parsed document takes some thirty times its text.
      sizeCalculation: (document) => 30 * (document.loc?.end ?? 1_000),
    }),
    validationRules: [...armor.validationRules, limitRootFields(operationLimits.maxRootFields)],
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ...armor.plugins,
      { requestDidStart: () => Promise.resolve({ didEncounterErrors: logForeignErrors }) },
    ],
    formatError: (formatted, error) => toWireError(formatted, error),
  });

  function logForeignErrors({ errors, contextValue }: GraphQLRequestContext<RequestContext>) {
    for (const error of errors ?? []) {
      // What the protocol refuses has a code, and in its message what the client sent: a password, it may be.
      if (error.extensions.code !== undefined) continue;
      const cause = unwrapError(error);
      if (!(cause instanceof AppError) && !toUnavailable(cause))
        options.log.error({ err: cause, requestId: contextValue.requestId }, 'operation failed');
    }
    return Promise.resolve();
  }
}

/** Ours keep their code and details, the protocol's own pass, everything else is masked. */
function toWireError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const inner = unwrapError(error);
  const cause = toUnavailable(inner) ?? inner;
  const { message, ...rest } = formatted;
  if (cause instanceof AppError) {
    const { code, details, retryAfterSeconds } = cause;
    const extensions = {
      code,
      ...(details && { details }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
    return { ...rest, message: cause.message, extensions };
  }
  const code = formatted.extensions?.code;
  if (code !== undefined && code !== 'INTERNAL_SERVER_ERROR')
    return { ...rest, message: toProtocolMessage(message, code), extensions: { code } };
  return {
    ...rest,
    message: 'internal server error',
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}

/** The limits call what is over them a syntax error; it is none, which is looked for before them. */
function toProtocolMessage(message: string, code: unknown): string {
  return code === 'GRAPHQL_VALIDATION_FAILED' ? message.replace(/^Syntax Error: /, '') : message;
}
