import { fitsNear, parseScope } from '../../sizes';
import { findShared, findUnmet, valuesIn, withValues } from './clauses';
import type { BucketAsk, BucketTerm, Rule, SelectionInput } from './rule';
import { bidIn } from './terms';
import type { Candidate } from './types';

/**
 * Tells which candidates a rule lets through: the meaning of each kind of rule, said plainly, for one candidate at a
 * time. The index does the same for a million of them, and is tested against this.
 */
export function eligibility(rule: Rule, input: SelectionInput): (candidate: Candidate) => boolean {
  switch (rule.kind) {
    case 'bucket': {
      const ask = rule.ask(input);
      return (candidate) => fitsBucket(rule.terms(candidate), ask);
    }
    case 'clauses': {
      const present = valuesIn(...rule.ask(input));
      return (candidate) => !findUnmet(withValues(rule.terms(candidate)), present);
    }
    case 'exclusions': {
      const present = valuesIn(...rule.ask(input));
      return (candidate) => !findShared(rule.terms(candidate), present);
    }
    case 'labels': {
      const { requires = [], excludes = [] } = rule.ask(input) ?? {};
      // To gather a candidate's labels costs more than all other rules together.
      if ([...requires, ...excludes].length === 0) return () => true;
      return (candidate) => {
        const labels = valuesIn(new Map(rule.terms(candidate)));
        return !findUnmet(requires, labels) && !findShared(excludes, labels);
      };
    }
    case 'floor': {
      const bound = rule.ask(input) ?? -Infinity;
      return (candidate) => bidIn(candidate, input.context) >= bound;
    }
    case 'atLeast': {
      const bound = rule.ask(input) ?? -Infinity;
      return (candidate) => rule.terms(candidate) >= bound;
    }
    case 'atMost': {
      const bound = rule.ask(input) ?? Infinity;
      return (candidate) => rule.terms(candidate) <= bound;
    }
    case 'ids': {
      const { among, notAmong } = rule.ask(input);
      return (candidate) => {
        const id = rule.terms(candidate);
        return among?.has(id) !== false && notAmong?.has(id) !== true;
      };
    }
  }
}

/** Says that a request has the term among its values, or is near it. */
export function fitsBucket(term: BucketTerm, { values, box }: BucketAsk): boolean {
  if (term === null) return true;
  if (typeof term === 'string') return values.includes(term);
  const size = parseScope(term.near);
  return size !== null && box !== null && fitsNear(box, size);
}
