import { assertNoProblems, type ErrorDetails } from './errors';
import { isReadable } from './validation';

/**
 * A client's own name for a thing that must happen once, so that the client can ask again when an answer was lost: 1 to
 * 200 readable characters.
 */
const maxReferenceLength = 200;

/** The one form of a reference: people and programs write it with other blanks around, or other bytes for one letter. */
export const toReference = (text: string) => text.normalize('NFC').trim();

/** The form of `toReference`. @throws {AppError} `VALIDATION_FAILED` */
export function parseReference(text: string): string {
  const reference = toReference(text);
  assertReference(reference);
  return reference;
}

/** @throws {AppError} `VALIDATION_FAILED` */
export function assertReference(reference: string): void {
  assertNoProblems(problemsOfReference(reference));
}

export function problemsOfReference(reference: string): ErrorDetails {
  const isRight =
    reference.trim() !== '' && reference.length <= maxReferenceLength && isReadable(reference);
  return isRight ? {} : { reference: [`must have 1 to ${maxReferenceLength} readable characters`] };
}
