import type { ServerResponse } from 'node:http';
import type { ApolloServer } from '@apollo/server';
import type { Request, Router } from 'express';
import {
  createSourceEventStream,
  execute,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import type { Logger } from 'pino';
import type { RequestContext } from '../context';
import { AppError } from '../../errors';
import { readBearer } from '../../http/bearer';
import { EventStream } from '../../http/event-stream';
import type { InTime } from '../../http/in-time';
import { requireViewer } from '../../identity/access/access-rule';
import { toUnavailable } from '../../platform/database/unavailable';
import { unwrapError } from '../../platform/graphql/unwrap-error';
import type { ContextMaker } from '../request-context';
import { isRecord } from '../../record';
import { accessRulesOf } from './access-rules';
import { type AskedOperation, readAskedOperation } from './asked-operation';
import { type CheckedOperation, createOperationChecker, rootFieldOf } from './checked-operation';
import type { OpenStreams } from './open-streams';
import { createOperationRouter } from './operation-router';
import { assertModest } from './request-size';
import { finishStream, type StreamAnswers, SubscriptionStream } from './subscription-stream';
import { logForeignErrors, toWireError } from './wire-errors';

interface StreamEnvironment {
  readonly schema: GraphQLSchema;
  /** Answers queries and mutations. */
  readonly graphql: ApolloServer<RequestContext>;
  readonly streams: OpenStreams;
  readonly createContext: ContextMaker;
  readonly allowedOrigins: readonly string[];
  readonly inTime: InTime;
  readonly allowsIntrospection: boolean;
  readonly log: Logger;
  readonly onUnavailable: (error: AppError) => void;
  readonly onError: (status: number) => void;
}

/** The request of one client, and the stream that answers it. */
interface Exchange {
  readonly req: Request;
  readonly res: ServerResponse;
  readonly context: RequestContext;
  readonly asked: AskedOperation;
  readonly checked: CheckedOperation;
}

/**
 * `/graphql/stream`: subscriptions, each in an answer of its own that goes on; queries and mutations, too, in one event.
 * Problems of an operation are told in an event, with the status 200: after another one clients of the protocol
 * ask again and again.
 *
 * @see GraphQL over Server-Sent Events Protocol, distinct connections mode
 */
export function createStreamRouter(env: StreamEnvironment): Router {
  const check = createOperationChecker(env.schema, env);
  return createOperationRouter(env, async (req, res) => {
    const asked = readAskedOperation(req);
    assertModest({ body: asked, query: {} });
    const context = await env.createContext(req, res, { sessionCookie: 'ofOurPages' });
    try {
      const exchange = { req, res, context, asked, checked: check(asked) };
      if (exchange.checked.operation.operation === OperationTypeNode.SUBSCRIPTION)
        await subscribe(env, exchange);
      else await answerOnce(env, exchange);
    } catch (error) {
      const cause = toUnavailable(unwrapError(error)) ?? unwrapError(error);
      // The problem is this gateway's, not the operation's: the client does well to ask again.
      if (cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE') throw cause;
      await finishStream(new EventStream(res), toFailure(env, context, error));
    }
  });
}

async function answerOnce(env: StreamEnvironment, exchange: Exchange): Promise<void> {
  const { req, res, context: contextValue, asked, checked } = exchange;
  if (req.method === 'GET' && checked.operation.operation !== OperationTypeNode.QUERY)
    throw new AppError('BAD_REQUEST', 'mutations are sent by POST');
  const { query, variables, operationName } = asked;
  const { body } = await env.graphql.executeOperation(
    { query, variables, ...(operationName !== null && { operationName }) },
    { contextValue },
  );
  // Nothing of our schema is sent in parts.
  const result = body.kind === 'single' ? body.singleResult : body.initialResult;
  await finishStream(new EventStream(res), result);
}

/** Answers for as long as both sides want; resolves when the answer has begun. */
async function subscribe(env: StreamEnvironment, exchange: Exchange): Promise<void> {
  const { req, res, context, checked } = exchange;
  const viewer = requireViewer(context);
  const isByAccessToken = viewer.credential.kind === 'accessToken';
  const stream = new SubscriptionStream({
    ...{ viewer, context },
    accessToken: isByAccessToken ? readBearer(req.headers.authorization) : null,
    rules: accessRulesOf(rootFieldOf(env.schema, checked)),
  });
  env.streams.add(stream);
  let isRunning = false;
  try {
    const source = await openSource(env, exchange);
    // It took too long: the client has its answer.
    if (res.headersSent) return;
    isRunning = true;
    void stream.run(source, new EventStream(res), answersOf(env, exchange, stream)).finally(() => {
      env.streams.remove(stream);
    });
  } finally {
    if (!isRunning) env.streams.remove(stream);
  }
}

function argsOf({ schema }: StreamEnvironment, { asked, checked }: Exchange) {
  const { operationName, variables: variableValues } = asked;
  return { schema, document: checked.document, operationName, variableValues };
}

/** @throws {GraphQLError} what the subscription's field has thrown */
async function openSource(
  env: StreamEnvironment,
  exchange: Exchange,
): Promise<AsyncIterable<unknown>> {
  const args = { ...argsOf(env, exchange), contextValue: exchange.context };
  const source = await createSourceEventStream(args);
  if (Symbol.asyncIterator in source) return source;
  throw source.errors?.[0] ?? new Error('a subscription gave neither a source nor an error');
}

function answersOf(
  env: StreamEnvironment,
  exchange: Exchange,
  stream: SubscriptionStream,
): StreamAnswers {
  const args = argsOf(env, exchange);
  return {
    async toResult(payload) {
      const { context: contextValue } = stream;
      const result = await execute({ ...args, rootValue: payload, contextValue });
      return { result: toWireResult(env, contextValue, result), id: revisionOf(payload) };
    },
    toFailure: (error) => toFailure(env, stream.context, error),
  };
}

/** See `Resumable`. */
function revisionOf(payload: unknown): string | null {
  return isRecord(payload) && typeof payload['revision'] === 'string' ? payload['revision'] : null;
}

function toFailure(env: StreamEnvironment, context: RequestContext, error: unknown) {
  const originalError = error instanceof Error ? error : new Error(String(error));
  const failure =
    error instanceof GraphQLError ? error : new GraphQLError('it failed', { originalError });
  return toWireResult(env, context, { errors: [failure] });
}

function toWireResult(
  env: StreamEnvironment,
  { requestId }: RequestContext,
  { errors, ...rest }: ExecutionResult,
): FormattedExecutionResult {
  if (!errors) return rest;
  logForeignErrors(errors, { ...env, requestId });
  return { ...rest, errors: errors.map((error) => toWireError(error.toJSON(), error)) };
}
