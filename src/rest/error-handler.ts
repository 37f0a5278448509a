import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { AppError, type ErrorCode, errorCodes } from '../errors';
import { toUnavailable } from '../unavailable';
import { errorBody } from './error-body';
import { errorFormOf } from './error-form';
import { sendJson } from './route';

/** A path that no record has. */
export const answerUnknownPath: RequestHandler = (req) => {
  throw new AppError('NOT_FOUND', `no such path: ${req.path.slice(0, 200)}`);
};

/**
 * The only place where an error becomes an HTTP status: one shape for readers of either published form
 * (contract 1). What is not ours is logged once, with a request id, and masked.
 */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) {
      // Too late for an answer: express ends the connection.
      next(error);
      return;
    }
    const known = toAppError(error);
    const status = errorCodes[known.code];
    const requestId = String(res.getHeader('X-Request-Id') ?? randomUUID());
    res.setHeader('X-Request-Id', requestId);
    if (status === 500)
      log.error({ err: error, requestId, path: patternOf(req) }, 'request failed');
    const challenge = challengeOf(req, known);
    if (challenge !== null) res.setHeader('WWW-Authenticate', challenge);
    if (known.retryAfterSeconds !== undefined)
      res.setHeader('Retry-After', String(known.retryAfterSeconds));
    if (known.code === 'PAYLOAD_TOO_LARGE' || known.code === 'UNSUPPORTED_MEDIA_TYPE')
      res.setHeader('Connection', 'close');
    res.setHeader('Cache-Control', 'no-store');
    res.statusCode = status;
    if (errorFormOf(res)?.(known)) return;
    const { message, details, reason } = known;
    sendJson(res, status, errorBody(status, message, { details, reason, requestId }));
  };
}

/**
 * What the caller is asked to show instead. Only who has shown a JWT is told what is wrong with it: the tokens of
 * sessions are none of OAuth's.
 *
 * @see RFC 6750 §3, RFC 9068 §4
 */
function challengeOf({ headers }: Request, { code, missingScope }: AppError): string | null {
  if (missingScope !== undefined)
    return `Bearer error="insufficient_scope", scope="${missingScope}"`;
  if (code !== 'UNAUTHENTICATED') return null;
  const isJwt = /^Bearer +[^.]+\.[^.]+\.[^.]+$/i.test(headers.authorization ?? '');
  return isJwt ? 'Bearer error="invalid_token"' : 'Bearer';
}

/** The path as its record has it: what stands in the place of a parameter may be a secret. */
function patternOf(req: Request): string {
  // express declares it as anything; it has the path that was registered, once one has matched.
  const route = req.route as { readonly path: unknown } | undefined;
  return route ? String(route.path) : req.path;
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const unavailable = toUnavailable(error);
  if (unavailable) return unavailable;
  // express and its parsers say in a member of the error what the client did wrong.
  const code = error instanceof URIError ? 'BAD_REQUEST' : parserErrors[statusOf(error)];
  if (code) return new AppError(code, 'the request is malformed', { cause: error });
  return new AppError('INTERNAL_SERVER_ERROR', 'internal server error', { cause: error });
}

const parserErrors: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

function statusOf(error: unknown): number {
  return error instanceof Error && 'status' in error ? Number(error.status) : 0;
}
