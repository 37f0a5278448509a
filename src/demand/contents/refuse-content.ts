import { type ErrorDetails, invalid } from '../../errors';

/** The parameter that a problem of a content is told of. */
export type ContentField = 'content' | 'type' | 'scope';

/** @throws {AppError} `VALIDATION_FAILED`, always. */
export function refuseContent(field: ContentField, problem: string, cause?: unknown): never {
  throw invalid({ [field]: [problem] }, { cause });
}

/** @throws {AppError} `VALIDATION_FAILED`, always: its message has all problems. */
export function refuseAll(details: ErrorDetails): never {
  const message = Object.entries(details)
    .map(([field, problems]) => `${field} ${problems.join('; ')}`)
    .join('; ');
  throw invalid(details, { message });
}
