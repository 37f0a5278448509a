import type { ServerResponse } from 'node:http';
import type { AppError } from '../errors';

/**
 * Writes an error in a form of its own; status and headers that all errors have are set already.
 *
 * @returns false to leave it to the usual form.
 */
export type SendError = (error: AppError) => boolean;

const forms = new WeakMap<ServerResponse, SendError>();

/** Says in which form this answer's error will be written, should there be one. */
export function setErrorForm(res: ServerResponse, send: SendError): void {
  forms.set(res, send);
}

export function errorFormOf(res: ServerResponse): SendError | null {
  return forms.get(res) ?? null;
}
