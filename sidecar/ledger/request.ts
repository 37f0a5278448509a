import type { AccountAddress } from './address';
import { decode, encode, tagged, type Codec } from './codec';

/** The members that every read request starts with, after its type byte. */
export interface RequestHeader {
  /** The account whose key signs the request; not what the request is about. */
  readonly sender: AccountAddress;
}

/**
 * One kind of read request and the answer to it. The signature covers the whole of the request's data;
 * the answer is what follows error code 0.
 */
export interface RequestType<
  Body extends RequestHeader = RequestHeader,
  Response extends object = object,
> {
  readonly method: string;
  readonly type: number;
  /** Bytes of the data, type byte included. */
  readonly size: number;
  encode(body: Body): Uint8Array;
  /** @throws {LedgerDataError} for another type byte or any length but the exact one. */
  decode(data: Uint8Array): Body;
  /** @param body the request that is answered: some answers depend on it */
  encodeResponse(body: Body, response: Response): Uint8Array;
  /** @throws {LedgerDataError} for bytes that are not such an answer, or too few or too many. */
  decodeResponse(body: Body, payload: Uint8Array): Response;
}

interface RequestDefinition<Body extends RequestHeader, Response extends object> {
  readonly method: string;
  readonly type: number;
  readonly body: Codec<Body>;
  readonly response: (body: Body) => Codec<Response>;
}

/** Makes a read request of its two layouts; the type byte is put before and checked here. */
export function defineRequest<Body extends RequestHeader, Response extends object>({
  method,
  type,
  body,
  response,
}: RequestDefinition<Body, Response>): RequestType<Body, Response> {
  const layout = tagged(type, { name: method, layout: body });
  return {
    method,
    type,
    size: layout.minSize,
    encode: (value) => encode(layout, value),
    decode: (data) => decode(layout, data),
    encodeResponse: (request, value) => encode(response(request), value),
    decodeResponse: (request, payload) => decode(response(request), payload),
  };
}
