import { randomInt } from 'node:crypto';

/** The seed that a variable of the environment repeats a run with, or a new one. @throws for a text that is none */
export function readSeed(variable: string): number {
  const text = process.env[variable];
  if (text === undefined) return randomInt(2 ** 31);
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${variable}=${text} is no whole number`);
  return Number(text);
}
