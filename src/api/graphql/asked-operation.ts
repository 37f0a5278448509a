import type { Request } from 'express';
import { AppError } from '../../errors';
import { isJsonType } from '../../http/body';
import { isRecord } from '../../record';

/** An operation that a client asks for. */
export interface AskedOperation {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The operation of a request for a stream: the members of a JSON body, or of the query where an `EventSource` asks.
 *
 * @throws {AppError} `UNSUPPORTED_MEDIA_TYPE`, `BAD_REQUEST`
 * @see GraphQL over Server-Sent Events Protocol, distinct connections mode
 */
export function readAskedOperation({ method, headers, body, query }: Request): AskedOperation {
  if (method === 'POST' && !isJsonType(headers['content-type'] ?? ''))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'the content type must be application/json');
  if (!/text\/event-stream|\*\/\*/.test(headers.accept ?? '*/*'))
    throw new AppError('BAD_REQUEST', 'the answer is a stream: accept text/event-stream');
  const given: unknown = method === 'POST' ? body : query;
  const { query: text, operationName, variables } = isRecord(given) ? given : {};
  if (typeof text !== 'string')
    throw new AppError('BAD_REQUEST', 'there must be a query, the text of a document');
  if (operationName != null && typeof operationName !== 'string')
    throw new AppError('BAD_REQUEST', 'operationName must be a text');
  return { query: text, operationName: operationName ?? null, variables: readVariables(variables) };
}

function readVariables(given: unknown): AskedOperation['variables'] {
  const variables = typeof given === 'string' ? parseJson(given) : (given ?? {});
  if (!isRecord(variables)) throw new AppError('BAD_REQUEST', 'variables must be an object');
  return variables;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
