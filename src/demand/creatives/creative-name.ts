import { textOfBytes } from '../../input-members';
import { problemOfText } from '../../validation';

const maxNameBytes = 255;

export const creativeName = textOfBytes(maxNameBytes);

/** Tells what is wrong with the name of a creative; null: nothing. */
export function problemOfName(name: unknown): string | null {
  return problemOfText(name, maxNameBytes);
}
