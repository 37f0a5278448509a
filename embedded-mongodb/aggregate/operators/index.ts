import type { Operator } from '../operator';
import { arithmeticOperators } from './arithmetic';
import { logicOperators } from './logic';

/** Every expression operator by name. */
export const operators: ReadonlyMap<string, Operator> = new Map(
  [arithmeticOperators, logicOperators].flatMap((family) => Object.entries(family)),
);
