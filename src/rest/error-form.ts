import type { ServerResponse } from 'node:http';
import type { AppError } from '../errors';

/**
 * Writes an error in a form of its own; status and headers that all errors have are set already.
 *
 * @returns false to leave it to the usual form.
 */
export type SendError = (error: AppError) => boolean;

/** A member of the answer itself: a weak map of all answers would be gone through at every collection. */
const errorForm = Symbol('errorForm');

interface Answer extends ServerResponse {
  [errorForm]?: SendError;
}

/** Says in which form this answer's error will be written, should there be one. */
export function setErrorForm(res: Answer, send: SendError): void {
  res[errorForm] = send;
}

export function errorFormOf(res: Answer): SendError | null {
  return res[errorForm] ?? null;
}
