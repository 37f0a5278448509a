import type { Rule } from '../rule';
import { rules } from '../rules';

const all: readonly Rule[] = Object.values(rules);

function ofKind<K extends Rule['kind']>(...kinds: readonly K[]) {
  return all.filter((rule): rule is Extract<Rule, { kind: K }> =>
    kinds.some((kind) => kind === rule.kind),
  );
}

/** A bucket holds the candidates that are equal to all of these. */
export const bucketRules = ofKind('bucket');

export const clausesRules = ofKind('clauses');
export const exclusionsRules = ofKind('exclusions');

/**
 * Spaces of features: in each of them a key with a value has a number of its own. Every rule of clauses has a space, by its
 * position; a rule of exclusions that asks by the same function as one of clauses shares its space.
 */
export const featureSpaces = [
  ...clausesRules.map(({ ask }) => ask),
  ...new Set(
    exclusionsRules
      .map(({ ask }) => ask)
      .filter((ask) => clausesRules.every((rule) => rule.ask !== ask)),
  ),
];

/** The space of each rule of exclusions. */
export const exclusionSpaces = exclusionsRules.map(({ ask }) => featureSpaces.indexOf(ask));

const labelsRules = ofKind('labels');
const clausesTerms: readonly unknown[] = clausesRules.map(({ terms }) => terms);

/** Rules whose labels are what a rule of clauses keeps already, with its space. */
export const clauseLabelsRules = labelsRules
  .filter(({ terms }) => clausesTerms.includes(terms))
  .map((rule) => ({ rule, space: clausesTerms.indexOf(rule.terms) }));

const ownLabelsRules = labelsRules.filter(({ terms }) => !clausesTerms.includes(terms));

/** The functions that give candidates their labels; a function's position is the space of its labels. */
export const labelSpaces = [...new Set(ownLabelsRules.map(({ terms }) => terms))];

/** Rules about labels that are kept for their sake, each with its space. */
export const labelRules = ownLabelsRules.map((rule) => ({
  rule,
  space: labelSpaces.indexOf(rule.terms),
}));

/** Rules that ask for a least bid. */
export const floorRules = ofKind('floor');

/** The other rules on numbers. Each has a column of numbers, its position. */
export const numberRules = ofKind('atLeast', 'atMost');

export const idsRules = ofKind('ids');
