import type { LabelsRule, SelectionInput } from '../rule';
import type { Dictionary } from './dictionary';

interface LabelsRuleInSpace {
  readonly rule: LabelsRule;
  readonly space: number;
}

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
      for (const [key, values] of ask.requires ?? []) {
        this.clauses.push(this.codesOf(space, key, values));
      }
      for (const [key, values] of ask.excludes ?? []) {
        this.excludes.push(...this.codesOf(space, key, values));
      }
    }
    this.isAsked = this.clauses.length > 0 || this.excludes.length > 0;
  }

  /** Says that a candidate with these labels passes. */
  isMetBy(has: (label: number) => boolean): boolean {
    return this.clauses.every((clause) => clause.some(has)) && !this.excludes.some(has);
  }

  /** Values that no candidate has are left out. */
  private codesOf(space: number, key: string, values: readonly string[]): number[] {
    const dimension = this.dictionary.dimension(space, key);
    return values.flatMap((value) => dimension?.codes.get(value) ?? []);
  }
}
