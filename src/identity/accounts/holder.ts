import { invalid } from '../../errors';
import { isReadable, unreadable } from '../../validation';

/** The person or company that an account is for; null: not said. */
export interface Holder {
  readonly name: string | null;
  readonly company: string | null;
}

export const longestHolderName = 100;

/** @throws {AppError} `VALIDATION_FAILED` for texts that are too long, or have signs that nobody can read. */
export function parseHolder(given: Partial<Record<keyof Holder, string | null>>): Holder {
  const read = (field: keyof Holder) => {
    const text = given[field]?.trim() ?? '';
    const problem =
      text.length > longestHolderName
        ? `must have at most ${longestHolderName} characters`
        : isReadable(text)
          ? null
          : unreadable;
    if (problem !== null) throw invalid({ [field]: [problem] });
    return text === '' ? null : text;
  };
  return { name: read('name'), company: read('company') };
}
