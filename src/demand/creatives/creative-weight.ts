import { kind } from '../../platform/resources/kinds';

/** The weight of a creative that nobody has given one. */
export const usualWeight = 1;

/** The share of a creative beside others of its campaign: one of weight 3 is shown three times as often as one of weight 1. */
export const creativeWeight = kind.integerOf({ least: 1, most: 100 });
