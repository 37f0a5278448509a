import { GraphQLError, type GraphQLFormattedError, isValueNode, Kind } from 'graphql';
import type { Logger } from 'pino';
import { AppError, errorCodes } from '../../errors';
import { toUnavailable } from '../../platform/database/unavailable';
import { withoutValues } from '../../platform/graphql/plain-words';
import { unwrapError } from '../../platform/graphql/unwrap-error';

/** A message may contain a client's name or value, which may be as long as its request. */
const maxMessageLength = 1_000;

/** Ours keep their code and details, the protocol's own pass, everything else is masked. */
export function toWireError(
  formatted: GraphQLFormattedError,
  error: unknown,
): GraphQLFormattedError {
  const inner = unwrapError(error);
  const cause = toUnavailable(inner) ?? inner;
  const { message, ...rest } = formatted;
  if (cause instanceof AppError) {
    const { code, details, reason, retryAfterSeconds } = cause;
    const extensions = {
      code,
      ...(details && { details }),
      ...(reason !== undefined && { reason }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
    return { ...rest, message: cause.message, extensions };
  }
  const code = isOfInput(error) ? 'BAD_USER_INPUT' : formatted.extensions?.code;
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

/** Logs each error that is nobody's refusal once. */
export function logForeignErrors(
  errors: readonly GraphQLError[],
  options: {
    readonly requestId: string;
    readonly log: Logger;
    /** Gets every refusal that is nobody's mistake. */
    readonly onUnavailable: (error: AppError) => void;
    /** Gets the status that HTTP has for it where the server has failed, once for all errors together. */
    readonly onError: (status: number) => void;
  },
): void {
  let failedAs: number | null = null;
  for (const error of errors) {
    // Messages of GraphQL's own refusals may contain what the client sent, such as a password.
    if (error.extensions.code !== undefined || isOfInput(error)) continue;
    const inner = unwrapError(error);
    const cause = toUnavailable(inner) ?? inner;
    if (cause instanceof AppError) {
      if (cause.code !== 'SERVICE_UNAVAILABLE') continue;
      failedAs ??= errorCodes[cause.code];
      options.onUnavailable(cause);
    } else {
      failedAs ??= errorCodes.INTERNAL_SERVER_ERROR;
      options.log.error({ err: cause, requestId: options.requestId }, 'operation failed');
    }
  }
  if (failedAs !== null) options.onError(failedAs);
}

/**
 * Says that GraphQL has refused a value which a client gave, as null in the place of a default: none of our code ran for
 * the field. Most of these errors have no code. They are about a variable or a value of the document, or they ended the
 * operation before its first field.
 */
function isOfInput(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.extensions['code'] !== undefined) return false;
  const [node] = error.nodes ?? [];
  if (node) return node.kind === Kind.VARIABLE_DEFINITION || isValueNode(node);
  return error.path === undefined && error.originalError === undefined;
}
