import { invalid } from '../../errors';
import { isReadable, unreadable } from '../../validation';

/** The person or company that an account is for; null: not said. */
export interface Holder {
  readonly name: string | null;
  readonly company: string | null;
  /** True where visitors are told the company as the payer of ads whose campaign names nobody. */
  readonly showsCompany: boolean;
}

export const longestHolderName = 100;

/** @throws {AppError} `VALIDATION_FAILED` for texts that are too long, or have signs that nobody can read; for a company to show where none is said. */
export function parseHolder(given: {
  readonly name: string | null;
  readonly company: string | null;
  readonly showsCompany?: boolean;
}): Holder {
  const read = (field: 'name' | 'company') => {
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
  const [name, company] = [read('name'), read('company')];
  const { showsCompany = false } = given;
  if (showsCompany && company === null)
    throw invalid({ showsCompany: ['needs a company that can be shown'] });
  return { name, company, showsCompany };
}
