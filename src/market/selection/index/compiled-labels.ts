import type { Clauses, LabelsRule, SelectionInput } from '../rule';
import type { Dictionary, Dimension } from './dictionary';

interface LabelsRuleInSpace {
  readonly rule: LabelsRule;
  readonly space: number;
}

const none: Clauses = [];

/** The asks of rules of kind `labels`, in numbers. */
export class CompiledLabels {
  /** One label of each clause is enough. */
  clauses: number[][] = [];
  excludes: number[] = [];
  /** True where anything is asked that a candidate may fail. */
  isAsked = false;

  constructor(
    private readonly rules: readonly LabelsRuleInSpace[],
    private readonly dictionary: Dictionary,
  ) {}

  compile(input: SelectionInput): void {
    if (this.isAsked) {
      this.clauses = [];
      this.excludes = [];
      this.isAsked = false;
    }
    for (const { rule, space } of this.rules) {
      const ask = rule.ask(input);
      if (!ask) continue;
      const { requires = none, excludes = none } = ask;
      for (const [key, values] of requires) {
        const clause: number[] = [];
        this.addCodes(clause, this.dictionary.dimension(space, key), values);
        this.clauses.push(clause);
      }
      for (const [key, values] of excludes)
        this.addCodes(this.excludes, this.dictionary.dimension(space, key), values);
    }
    this.isAsked = this.clauses.length > 0 || this.excludes.length > 0;
  }

  /** Says that a candidate with these labels passes. */
  isMetBy(has: (label: number) => boolean): boolean {
    return this.clauses.every((clause) => clause.some(has)) && !this.excludes.some(has);
  }

  /** Values that no candidate has are left out. */
  private addCodes(
    codes: number[],
    dimension: Dimension | undefined,
    values: readonly string[],
  ): void {
    if (!dimension) return;
    for (const value of values) {
      const code = dimension.codes.get(value);
      if (code !== undefined) codes.push(code);
    }
  }
}
