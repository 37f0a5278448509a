import type { ErrorDetails } from '../errors';

/** The one shape of errors, for readers of either published form. @see contract 1 */
export function errorBody(
  status: number,
  message: string,
  {
    details,
    reason,
    requestId,
  }: {
    readonly details?: ErrorDetails | undefined;
    readonly reason?: string | undefined;
    readonly requestId?: string;
  } = {},
): Readonly<Record<string, unknown>> {
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
