import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { AppError, type ErrorCode, type ErrorDetails, errorCodes } from '../errors';
import { sendJson } from './answer';
import { readBearer } from './bearer';
import { drainBody } from './drain-body';

/**
 * Writes an error in a form of its own; status and headers that all errors have are set already.
 *
 * @returns false to leave it to the usual form.
 */
export type ErrorForm = (error: AppError) => boolean;

/** Answers a request with an error, in the usual form unless another one is given. */
export type ErrorWriter = (
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  form?: ErrorForm,
) => void;

/**
 * Answers the errors of requests that have reached the app; `outside-app.ts` answers the others, by the same codes. What is
 * not ours is logged once, with a request id, and masked.
 *
 * @param options.translate knows errors of the layers below; null for one that it does not know
 * @param options.onError gets the status of each error that is answered
 * @param options.onUnavailable gets every refusal that is nobody's mistake: status 503
 * @see docs/contract.md §1
 */
export function createErrorWriter(options: {
  readonly log: Logger;
  readonly translate: (error: unknown) => AppError | null;
  readonly onError: (status: number) => void;
  readonly onUnavailable: (error: AppError) => void;
}): ErrorWriter {
  const { log, translate, onError, onUnavailable } = options;
  return (error, req, res, form) => {
    if (res.headersSent) {
      // Too late for an answer: the client must not take what it has for a whole one.
      res.destroy();
      return;
    }
    const known = error instanceof AppError ? error : (translate(error) ?? toAppError(error));
    const status = errorCodes[known.code];
    const requestId = String(res.getHeader('X-Request-Id') ?? randomUUID());
    res.setHeader('X-Request-Id', requestId);
    if (status === 500)
      log.error({ err: error, requestId, path: patternOf(req) }, 'request failed');
    onError(status);
    if (status === 503) onUnavailable(known);
    setErrorHeaders(req, res, known);
    res.statusCode = status;
    if (form?.(known)) return;
    const { message, details, reason } = known;
    sendJson(res, status, errorBody(status, message, { details, reason, requestId }));
  };
}

/** The one shape of errors, for readers of either published form. @see docs/contract.md §1 */
export function errorBody(
  status: number,
  message: string,
  options: {
    readonly details?: ErrorDetails | undefined;
    readonly reason?: string | undefined;
    readonly requestId?: string;
  } = {},
): Readonly<Record<string, unknown>> {
  const { details, reason, requestId } = options;
  return {
    error: {
      code: status,
      message,
      ...(details && { details }),
      ...(status >= 500 && { requestId }),
    },
    code: status,
    message,
    ...(details && { errors: details }),
    ...(reason !== undefined && { reason }),
  };
}

function setErrorHeaders(req: IncomingMessage, res: ServerResponse, known: AppError): void {
  const { code, retryAfterSeconds } = known;
  const challenge = challengeOf(req, known);
  if (challenge !== null) res.setHeader('WWW-Authenticate', challenge);
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds));
  const isBodyRefused = code === 'PAYLOAD_TOO_LARGE' || code === 'UNSUPPORTED_MEDIA_TYPE';
  if (isBodyRefused && !drainBody(req)) res.setHeader('Connection', 'close');
  res.setHeader('Cache-Control', 'no-store');
}

/**
 * The value of `WWW-Authenticate`; null: none. Only a JWT is called invalid: the tokens of sessions are not OAuth's.
 *
 * @see RFC 6750 §3, RFC 9068 §4
 */
function challengeOf(
  { headers }: IncomingMessage,
  { code, missingScope, challenge }: AppError,
): string | null {
  if (missingScope !== undefined)
    return `Bearer error="insufficient_scope", scope="${missingScope}"`;
  if (code !== 'UNAUTHENTICATED') return null;
  if (challenge !== undefined) return challenge;
  const parts = readBearer(headers.authorization)?.split('.') ?? [];
  const isJwt = parts.length === 3 && parts.every((part) => part !== '');
  return isJwt ? 'Bearer error="invalid_token"' : 'Bearer';
}

/** The path as it was registered: what stands in the place of a parameter may be a secret. */
function patternOf(req: IncomingMessage & { readonly route?: { readonly path: unknown } }): string {
  return req.route ? String(req.route.path) : (req.url ?? '').replace(/\?.*$/s, '');
}

/** express and its parsers say in a member of the error what the client did wrong. */
function toAppError(error: unknown): AppError {
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
