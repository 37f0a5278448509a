import type { ErrorDetails } from '../../errors';
import { refuseAll } from './refuse-content';

/** References of one kind that are named at most; of others their number is told. */
const maxNamed = 20;
const maxShownLength = 120;

/** Kinds of references that a document must not have. `%` stands for the references. */
const referenceProblems = {
  outside: 'loads from outside, which it must not: %',
  missing: 'refers to what is not in the archive: %',
  malformed: 'refers to what is no URL: %',
} as const;

type ReferenceProblem = keyof typeof referenceProblems;

/** Collects all that is wrong with a document, so that its maker learns of everything at once. */
export interface HtmlProblems {
  add(problem: string): void;
  addReference(kind: ReferenceProblem, reference: string): void;
  /** @throws {AppError} `VALIDATION_FAILED` if there are any, or others. */
  assertNone(others?: ErrorDetails): void;
}

export function createHtmlProblems(): HtmlProblems {
  const problems = new Set<string>();
  const references = new Map<ReferenceProblem, Set<string>>();
  return {
    add(problem) {
      if (problems.size < maxNamed) problems.add(problem);
    },
    addReference(kind, reference) {
      const known = references.get(kind) ?? new Set();
      references.set(kind, known.add(JSON.stringify(reference.slice(0, maxShownLength))));
    },
    assertNone(others = {}) {
      const content = [...problems, ...Array.from(references, toText)];
      const details = { ...(content.length > 0 && { content }), ...others };
      if (Object.keys(details).length > 0) refuseAll(details);
    },
  };
}

function toText([kind, references]: readonly [ReferenceProblem, ReadonlySet<string>]): string {
  const named = [...references].slice(0, maxNamed);
  const more = references.size > maxNamed ? ` and ${references.size - maxNamed} more` : '';
  return referenceProblems[kind].replace('%', () => named.join(', ') + more);
}
