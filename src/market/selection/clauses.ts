import type { Clauses } from './rule';
import type { Targeting } from './types';

/** The rule that an explanation counts on: its candidate fails a clause. */
export const refused = 'only candidates that a rule refuses are explained';

/** The values under a key. */
export type Lookup = (key: string) => readonly string[];

export function valuesIn(...targetings: readonly Targeting[]): Lookup {
  return (key) => targetings.flatMap((targeting) => targeting.get(key) ?? []);
}

/** The first clause that has none of its values there; null: each has one. */
export function findUnmet(clauses: Clauses, valuesOf: Lookup) {
  for (const [key, wanted] of clauses) {
    const present = valuesOf(key);
    if (!wanted.some((value) => present.includes(value))) return { key, values: wanted };
  }
  return null;
}

/** The first value that is there; null: none is. */
export function findShared(clauses: Clauses, valuesOf: Lookup) {
  for (const [key, unwanted] of clauses) {
    const present = valuesOf(key);
    const value = unwanted.find((each) => present.includes(each));
    if (value !== undefined) return { key, value };
  }
  return null;
}

/** The clauses that ask something. */
export function withValues(targeting: Targeting): Clauses {
  return [...targeting].filter(([, values]) => values.length > 0);
}
