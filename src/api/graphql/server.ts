import { ApolloServer, type GraphQLRequestContext } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import type { Logger } from 'pino';
import type { RequestContext } from '../../context';
import { AppError } from '../../errors';
import type { Metrics } from '../../http/metrics';
import { meterOperations } from './operation-metrics';
import { toUnavailable } from '../../platform/database/unavailable';
import { costOf } from '../../platform/graphql/operation-cost';
import { limitOperations } from './operation-limits';
import { withoutValues } from '../../platform/graphql/plain-words';
import { unwrapError } from '../../platform/graphql/unwrap-error';

/** What a client may ask in one operation; the ad path needs none of it, its documents are our own. */
export const operationLimits = {
  maxDepth: 8,
  maxAliases: 15,
  maxDirectives: 20,
  maxTokens: 1_000,
  maxErrors: 10,
  /** See `costOf`. */
  maxCost: 16_000,
  /** Of mutations: each is work of its own. */
  maxRootFields: 4,
} as const;

/** A message may contain a client's name or value, which may be as long as its request. */
const maxMessageLength = 1_000;

/** Unique documents may pin no more than this. */
const documentCacheBytes = 2 * 2 ** 20;

/** Apollo on the schema, with limits; errors that are not ours are masked and logged once. */
export function createGraphqlServer(
  schema: GraphQLSchema,
  options: {
    readonly allowsIntrospection: boolean;
    readonly log: Logger;
    /** Gets every refusal that is nobody's mistake. */
    readonly onUnavailable: (error: AppError) => void;
    readonly metrics: Metrics;
  },
): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: options.allowsIntrospection,
    // Pages of other origins cannot send these headers without a preflight: a request with one is no forgery.
    csrfPrevention: {
      requestHeaders: ['apollo-require-preflight', 'x-apollo-operation-name', 'authorization'],
    },
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
    validationRules: [limitOperations(operationLimits)],
    validationOptions: {
      maxErrors: operationLimits.maxErrors,
      hideSuggestions: !options.allowsIntrospection,
    },
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      meterOperations(options.metrics),
      {
        requestDidStart: () =>
          Promise.resolve({
            didResolveOperation: (request) => {
              assertAffordable(schema, request);
              return Promise.resolve();
            },
            didEncounterErrors: logForeignErrors,
          }),
      },
    ],
    formatError: (formatted, error) => toWireError(formatted, error),
  });

  function logForeignErrors({ errors, contextValue }: GraphQLRequestContext<RequestContext>) {
    for (const error of errors ?? []) {
      // GraphQL's own refusals have a code. Their messages may contain what the client sent, such as a password.
      if (error.extensions.code !== undefined) continue;
      const inner = unwrapError(error);
      const cause = toUnavailable(inner) ?? inner;
      if (cause instanceof AppError) {
        if (cause.code === 'SERVICE_UNAVAILABLE') options.onUnavailable(cause);
      } else
        options.log.error({ err: cause, requestId: contextValue.requestId }, 'operation failed');
    }
    return Promise.resolve();
  }
}

/** @throws {GraphQLError} for an operation that could load more than one may. */
function assertAffordable(
  schema: GraphQLSchema,
  { document, operation, request }: GraphQLRequestContext<RequestContext>,
): void {
  if (!document || !operation) return;
  const cost = costOf(schema, { document, operation, variables: request.variables ?? {} });
  if (cost > operationLimits.maxCost)
    throw new GraphQLError(
      `the operation may cost ${operationLimits.maxCost}, not ${cost}: ask for fewer fields or, by \`first\`, for fewer items, and page on with \`after\``,
      {
        nodes: operation,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
      },
    );
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
    return {
      ...rest,
      message: withoutValues(message).slice(0, maxMessageLength),
      extensions: { code },
    };
  return {
    ...rest,
    message: 'internal server error',
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}
