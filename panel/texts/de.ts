import { first } from './de-first';
import { later } from './de-later';
import type { Texts } from './en';

/** German. */
export const de: Texts = { ...first, ...later };
