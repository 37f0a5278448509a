import { kind } from '../../platform/resources/kinds';
import { problemOfText } from '../../validation';

const maxNameBytes = 255;

export const creativeName = kind.text({ bytes: [1, maxNameBytes] });

/** As long as a screen reader reads it in one breath. @see WCAG 2.2 §1.1.1 */
export const creativeAlt = kind.orNull(kind.text({ bytes: [1, maxNameBytes] }));

/** Tells what is wrong with the name of a creative; null: nothing. */
export function problemOfName(name: unknown): string | null {
  return problemOfText(name, maxNameBytes);
}
