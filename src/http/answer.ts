import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../errors';

/** Writes a JSON answer without express's own detours. */
export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json');
  res.setHeader('Content-Length', bytes);
  // As text it leaves in one write with the head. ASCII is the same in Latin-1, which is copied and not encoded.
  res.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** Answers that it is done, and has nothing to say. */
export function sendNoContent(res: ServerResponse): void {
  res.statusCode = 204;
  res.end();
}

/** @throws {AppError} `METHOD_NOT_ALLOWED`. */
export function refuseMethod(req: IncomingMessage, res: ServerResponse, allow: string): never {
  res.setHeader('Allow', allow);
  throw new AppError('METHOD_NOT_ALLOWED', `${req.method} is not allowed here, only ${allow}`);
}
