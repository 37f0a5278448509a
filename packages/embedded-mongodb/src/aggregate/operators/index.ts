import type { Operator } from '../operator';
import { accumulatingOperators } from '../accumulators';
import { arithmeticOperators } from './arithmetic';
import { arrayOperators } from './arrays';
import { dateOperators } from './dates';
import { logicOperators } from './logic';
import { stringOperators } from './strings';

/** Every expression operator by name. */
export const operators: ReadonlyMap<string, Operator> = new Map(
  [
    arithmeticOperators,
    logicOperators,
    stringOperators,
    arrayOperators,
    dateOperators,
    accumulatingOperators,
  ].flatMap((family) => Object.entries(family)),
);
