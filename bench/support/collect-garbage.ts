import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects what a bench has left behind, so that it counts as nobody's memory and nobody's time. */
export const collectGarbage = runInNewContext('gc') as () => void;
