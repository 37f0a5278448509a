import {
  JSONRPCServer,
  createJSONRPCErrorResponse,
  type JSONRPCID,
  type JSONRPCRequest,
  type JSONRPCResponse,
} from 'json-rpc-2.0';
import { RpcError } from './errors';

/** Facts of a call beside its parameters. */
export interface RpcCall {
  /** Tells the clients apart: all calls of one have the same. */
  readonly client: string;
}

/** A method gets `params` as they came: an object, an array, or undefined. */
export type RpcMethod = (params: unknown, call: RpcCall) => Promise<unknown>;

/** A Response object, a Batch of them, or null where nothing is to be answered. */
export type RpcAnswer = JSONRPCResponse | readonly JSONRPCResponse[] | null;

/**
 * Answers the text of one HTTP body. Before any call in it is run, `admit` is asked with their number; a body
 * that is no call, or has too many, counts as one. Only what `admit` throws is thrown.
 */
export type Dispatcher = (
  text: string,
  call: RpcCall & { readonly admit?: (calls: number) => Promise<void> },
) => Promise<RpcAnswer>;

interface DispatcherOptions {
  /** Requests in one Batch; a longer one is refused as a whole, nothing of it is run. */
  readonly maxBatch: number;
  /** The hint for a caller of a method that does not exist, after "Method not found". */
  readonly hint?: string;
  /** Gets every error that is not an `RpcError`, once; the caller sees a fixed text. */
  readonly onUnexpectedError: (error: unknown) => void;
}

/**
 * Makes a JSON-RPC 2.0 dispatcher. The members of a Batch are started in their order.
 *
 * json-rpc-2.0 builds the Responses; what it gets wrong is decided here before it is asked: it
 * unwraps a Batch of one, takes `null` for a parse error, throws on `[null]`, lets a method that is
 * no string and params that are no structure pass, and answers a plain `throw` with code 0.
 *
 * @see JSON-RPC 2.0, sections 4 to 6
 */
export function createDispatcher(
  methods: ReadonlyMap<string, RpcMethod>,
  options: DispatcherOptions,
): Dispatcher {
  const server = createServer(methods, options);
  const missing = ['Method not found', options.hint].filter(Boolean).join(': ');

  async function answerOne(payload: unknown, call: RpcCall): Promise<JSONRPCResponse | null> {
    if (!isRequest(payload)) {
      return errorResponse(idOf(payload), new RpcError('INVALID_REQUEST', 'Invalid Request'));
    }
    if (methods.has(payload.method)) return server.receive(payload, call);
    if (payload.id === undefined) return null;
    return errorResponse(payload.id, new RpcError('METHOD_NOT_FOUND', missing));
  }

  async function answerBatch(batch: readonly unknown[], call: RpcCall): Promise<RpcAnswer> {
    const responses = await Promise.all(batch.map((payload) => answerOne(payload, call)));
    const answers = responses.filter((response) => response !== null);
    return answers.length > 0 ? answers : null;
  }

  return async function dispatch(text, { client, admit }) {
    const body = readPayload(text, options.maxBatch);
    await admit?.(body.calls);
    if ('refusal' in body) return errorResponse(null, body.refusal);
    const { payload } = body;
    return Array.isArray(payload)
      ? answerBatch(payload, { client })
      : answerOne(payload, { client });
  };
}

/** The calls of a body, or the reason why none of them is run. */
type Payload = { readonly calls: number } & (
  | { readonly payload: unknown }
  | { readonly refusal: RpcError }
);

function readPayload(text: string, maxBatch: number): Payload {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch (cause) {
    return { refusal: new RpcError('PARSE_ERROR', 'Parse error', { cause }), calls: 1 };
  }
  if (!Array.isArray(payload)) return { payload, calls: 1 };
  if (payload.length === 0) {
    return { refusal: new RpcError('INVALID_REQUEST', 'Invalid Request'), calls: 1 };
  }
  if (payload.length > maxBatch) {
    const message = `a batch has at most ${maxBatch} requests`;
    return { refusal: new RpcError('INVALID_REQUEST', message), calls: 1 };
  }
  return { payload, calls: payload.length };
}

function createServer(
  methods: ReadonlyMap<string, RpcMethod>,
  { onUnexpectedError }: DispatcherOptions,
): JSONRPCServer<RpcCall> {
  const server = new JSONRPCServer<RpcCall>({
    errorListener(_message, error) {
      if (!(error instanceof RpcError)) onUnexpectedError(error);
    },
  });
  server.mapErrorToJSONRPCErrorResponse = (id, error: unknown) =>
    errorResponse(
      id,
      error instanceof RpcError ? error : new RpcError('INTERNAL_ERROR', 'Internal error'),
    );
  for (const [name, method] of methods) server.addMethod(name, method);
  return server;
}

function errorResponse(id: JSONRPCID, error: RpcError) {
  const { code, message, data } = error.toJSON();
  return createJSONRPCErrorResponse(id, code, message, data);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isRequest(payload: unknown): payload is JSONRPCRequest {
  if (!isObject(payload) || Array.isArray(payload)) return false;
  const { jsonrpc, method, params, id } = payload;
  return (
    jsonrpc === '2.0' &&
    typeof method === 'string' &&
    (params === undefined || isObject(params)) &&
    (id === undefined || isId(id))
  );
}

/** Not a number past 53 bits: it has been rounded, and the answer would be to another Request. */
function isId(id: unknown): id is JSONRPCID {
  if (typeof id === 'number') return Math.abs(id) <= Number.MAX_SAFE_INTEGER;
  return typeof id === 'string' || id === null;
}

/** The id to answer an invalid Request with: its own if it has a usable one, else null. */
function idOf(payload: unknown): JSONRPCID {
  if (typeof payload !== 'object' || payload === null || !('id' in payload)) return null;
  return isId(payload.id) ? payload.id : null;
}
