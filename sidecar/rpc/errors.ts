/**
 * Every error of the sidecar and its number on the wire. Append only: a number never changes meaning.
 *
 * @see JSON-RPC 2.0, section 5.1, for the first five
 */
export const rpcErrorCodes = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  /** The ledger said no; nothing has happened. `data` is `{ code, info }` in the ledger's words. */
  LEDGER_REFUSED: -32000,
  /** The transaction did not leave; nothing has happened. */
  NODE_UNREACHABLE: -32010,
  /** The transaction left and no answer came back: it may or may not have been applied. */
  OUTCOME_UNKNOWN: -32011,
  /** Nothing has happened; the same request may succeed later. */
  BUSY: -32020,
} as const;

/** Name of an error in the table. */
export type RpcErrorCode = keyof typeof rpcErrorCodes;

/** The error member of a Response object. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The only error that methods throw on purpose; anything else is a bug and is masked. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly data: unknown;

  constructor(
    readonly code: RpcErrorCode,
    message: string,
    options?: { readonly cause?: unknown; readonly data?: unknown },
  ) {
    super(message, { cause: options?.cause });
    this.data = options?.data;
  }

  /** The error object on the wire; `data` only where there is one. */
  toJSON(): RpcErrorObject {
    const error = { code: rpcErrorCodes[this.code], message: this.message };
    return this.data === undefined ? error : { ...error, data: this.data };
  }
}
