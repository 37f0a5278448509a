import type { Operator } from '../operator';
import { accumulatingOperators } from '../accumulators';
import { arithmeticOperators } from './arithmetic';
import { arrayOperators } from './arrays';
import { conversionOperators } from './conversions';
import { dateOperators } from './dates';
import { logicOperators } from './logic';
import { objectOperators } from './objects';
import { stringOperators } from './strings';

/** Every expression operator by name. */
export const operators: ReadonlyMap<string, Operator> = new Map(
  [
    arithmeticOperators,
    logicOperators,
    stringOperators,
    arrayOperators,
    objectOperators,
    dateOperators,
    conversionOperators,
    accumulatingOperators,
  ].flatMap((family) => Object.entries(family)),
);
