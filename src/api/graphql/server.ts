import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { InMemoryLRUCache } from '@apollo/utils.keyvaluecache';
import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { RequestContext } from '../context';
import type { AppError } from '../../errors';
import type { Metrics } from '../../http/metrics';
import { assertAffordable, limitOperations, operationLimits } from './operation-limits';
import { logForeignErrors, toWireError } from './wire-errors';

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
    /** Gets the status that HTTP has for the failure of an operation. */
    readonly onError: (status: number) => void;
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
            didResolveOperation: (resolved) => {
              const { document, operation, request } = resolved;
              const variables = request.variables ?? {};
              if (operation) assertAffordable(schema, { document, operation, variables });
              return Promise.resolve();
            },
            didEncounterErrors: ({ errors, contextValue: { requestId } }) => {
              logForeignErrors(errors, { ...options, requestId });
              return Promise.resolve();
            },
          }),
      },
    ],
    formatError: (formatted, error) => toWireError(formatted, error),
  });
}

/** Times operations by type and first field: names that clients give would be without number. */
function meterOperations(metrics: Metrics): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () => {
      const startedAt = performance.now();
      return Promise.resolve({
        willSendResponse({ operation, errors }) {
          metrics.noteOperation(
            operation ? nameOf(operation) : 'refused',
            errors === undefined ? 'ok' : 'error',
            (performance.now() - startedAt) / 1_000,
          );
          return Promise.resolve();
        },
      });
    },
  };
}

/** Only of operations that fit the schema: others are not resolved. */
function nameOf({ operation, selectionSet }: OperationDefinitionNode): string {
  const field = selectionSet.selections.find(({ kind }) => kind === Kind.FIELD);
  return field?.kind === Kind.FIELD ? `${operation} ${field.name.value}` : operation;
}
