import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Names the content of an answer by its entity tag, and ends the answer with 304 where the client has that content:
 * `If-None-Match` lists the tag, weak or not, or is `*`.
 *
 * @returns true: the answer is sent
 * @see RFC 9110 §13.1.2, §8.8.3.2
 */
export function sendNotModified(
  { headers }: IncomingMessage,
  response: ServerResponse,
  etag: string,
): boolean {
  response.setHeader('ETag', etag);
  const known = headers['if-none-match'] ?? '';
  const tags: readonly string[] = known.match(/"[^"]*"/g) ?? [];
  if (known.trim() !== '*' && !tags.includes(etag.replace(/^W\//, ''))) return false;
  response.statusCode = 304;
  response.end();
  return true;
}
