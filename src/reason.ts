import { invalid } from './errors';

const maxReasonLength = 500;

/**
 * The reason that somebody gives for a decision, without blanks around it.
 *
 * @throws {AppError} `VALIDATION_FAILED` unless it has 1 to 500 characters.
 */
export function parseReason(text: string): string {
  const reason = text.trim();
  if (reason === '' || reason.length > maxReasonLength)
    throw invalid({ reason: [`must have 1 to ${maxReasonLength} characters`] });
  return reason;
}
