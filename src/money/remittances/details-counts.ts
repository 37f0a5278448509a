import { AppError, type ErrorCode } from '../../errors';

/** Outcomes of questions for the details of a payment. */
export const detailsOutcomes = ['answered', 'refused', 'not_found', 'too_many', 'failed'] as const;
export type DetailsOutcome = (typeof detailsOutcomes)[number];

const outcomeOfCode: Readonly<Partial<Record<ErrorCode, DetailsOutcome>>> = {
  BAD_REQUEST: 'refused',
  NOT_FOUND: 'not_found',
  TOO_MANY_REQUESTS: 'too_many',
};

/** Counts questions for the details of payments, since the process began. */
export class DetailsCounts {
  readonly #counts = { answered: 0, refused: 0, not_found: 0, too_many: 0, failed: 0 };

  get(outcome: DetailsOutcome): number {
    return this.#counts[outcome];
  }

  /** Answers as `answer` does, and counts that. */
  async count<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
    try {
      const told = await answer();
      this.#add('answered');
      return told;
    } catch (error) {
      this.#add((error instanceof AppError && outcomeOfCode[error.code]) || 'failed');
      throw error;
    }
  }

  #add(outcome: DetailsOutcome): void {
    this.#counts[outcome] += 1;
  }
}
