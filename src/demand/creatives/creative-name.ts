import { kind } from '../../platform/resources/kinds';
import { problemOfText } from '../../validation';

const maxNameBytes = 255;

export const creativeName = kind.text({ bytes: [1, maxNameBytes] });

/** Tells what is wrong with the name of a creative; null: nothing. */
export function problemOfName(name: unknown): string | null {
  return problemOfText(name, maxNameBytes);
}
