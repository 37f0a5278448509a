import { amountProblem } from './decimal';
import { numberProblem, type TypedNumber } from './whole-number';

/** Amounts and percentages of a campaign, as they are typed. */
interface TypedNumbers {
  readonly budget: string;
  readonly dailyBudget: string;
  readonly totalBudget: string;
  readonly maxCpm: string;
  readonly maxCpc: string;
  readonly unmeasuredPrice: TypedNumber;
  readonly shareOfVoice: TypedNumber;
}

/** Mistakes in amounts and percentages, by the server's names of them; null: nothing that it could not say itself. */
export const problemsOfNumbers = (values: TypedNumbers) => ({
  hourlyBudget: amountProblem(values.budget),
  dailyBudget: problemOfOptional(values.dailyBudget),
  totalBudget: problemOfOptional(values.totalBudget),
  maxCpm: problemOfOptional(values.maxCpm),
  maxCpc: problemOfOptional(values.maxCpc),
  unmeasuredPrice: numberProblem(values.unmeasuredPrice),
  shareOfVoice: numberProblem(values.shareOfVoice),
});

const problemOfOptional = (text: string): string | null =>
  text.trim() === '' ? null : amountProblem(text);
