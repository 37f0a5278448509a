import { AppError, type ErrorCode } from '../../errors';

/**
 * The errors of RFC 6749 that a client is told by name, with the code that GraphQL and the HTTP status go by.
 *
 * @see RFC 6749 §4.1.2.1, §5.2
 */
const oauthErrors = {
  invalid_request: 'BAD_REQUEST',
  invalid_client: 'UNAUTHENTICATED',
  invalid_grant: 'BAD_REQUEST',
  unauthorized_client: 'BAD_REQUEST',
  unsupported_grant_type: 'BAD_REQUEST',
  unsupported_response_type: 'BAD_REQUEST',
  invalid_scope: 'BAD_REQUEST',
  access_denied: 'BAD_REQUEST',
  server_error: 'INTERNAL_SERVER_ERROR',
  temporarily_unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<string, ErrorCode>;

export type OAuthErrorName = keyof typeof oauthErrors;

/** A failure in the words of RFC 6749: `error` is its name there, the message its `error_description`. */
export class OAuthError extends AppError {
  constructor(
    readonly error: OAuthErrorName,
    description: string,
  ) {
    super(oauthErrors[error], `${error}: ${description}`);
    this.description = description;
  }

  /** For the client's developers; printable ASCII without quotes and backslashes (RFC 6749 §5.2). */
  readonly description: string;
}

/** Writes a text with what an `error_description` may hold: quotes become apostrophes, what is left over `?`. */
export function toDescription(text: string): string {
  return text.replace(/["‘’“”]/g, "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?');
}
