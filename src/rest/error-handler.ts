import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../database/connection';
import { AppError, errorCodes } from '../errors';
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
    const requestId = res.getHeader('X-Request-Id') ?? randomUUID();
    res.setHeader('X-Request-Id', requestId);
    if (status === 500) log.error({ err: error, requestId, path: req.path }, 'request failed');
    if (known.code === 'UNAUTHENTICATED') res.setHeader('WWW-Authenticate', 'Bearer');
    if (known.retryAfterSeconds !== undefined)
      res.setHeader('Retry-After', String(known.retryAfterSeconds));
    if (known.code === 'PAYLOAD_TOO_LARGE' || known.code === 'UNSUPPORTED_MEDIA_TYPE')
      res.setHeader('Connection', 'close');
    res.setHeader('Cache-Control', 'no-store');
    const { message, details } = known;
    sendJson(res, status, {
      error: {
        code: status,
        message,
        ...(details && { details }),
        ...(status >= 500 && { requestId }),
      },
      code: status,
      message,
      ...(details && { errors: details }),
    });
  };
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error))
    return new AppError('SERVICE_UNAVAILABLE', 'the database is not available', {
      cause: error,
      retryAfterSeconds: 2,
    });
  // express and its parsers say 4xx in a member of the error: a malformed percent-encoding, for one.
  if (
    error instanceof URIError ||
    (error instanceof Error && 'status' in error && error.status === 400)
  )
    return new AppError('BAD_REQUEST', 'the request is malformed', { cause: error });
  return new AppError('INTERNAL_SERVER_ERROR', 'internal server error', { cause: error });
}
