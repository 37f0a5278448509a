import type { Candidate, OwnSites } from '../types';

/** The levels of a contest: the next one is asked where nobody of those before has won. */
export type Level = OwnSites['priority'] | 'standard';

export const levelOf = ({ ownSites }: Pick<Candidate, 'ownSites'>): Level =>
  ownSites?.priority ?? 'standard';

const order: readonly Level[] = ['sponsorship', 'standard', 'house'];

/** Says that one candidate comes before another, whatever either bids. */
export const isBefore = (
  one: Pick<Candidate, 'ownSites'>,
  other: Pick<Candidate, 'ownSites'>,
): boolean => order.indexOf(levelOf(one)) < order.indexOf(levelOf(other));
