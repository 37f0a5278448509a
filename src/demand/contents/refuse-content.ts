import { invalid } from '../../errors';

/** The parameter that a problem of a content is told of. */
export type ContentField = 'content' | 'type' | 'scope';

/** @throws {AppError} `VALIDATION_FAILED`, always. */
export function refuseContent(field: ContentField, problem: string, cause?: unknown): never {
  throw invalid({ [field]: [problem] }, { cause });
}
