import type { JsonSchema } from '../../json-schema';
import { isRecord } from '../../record';

/** Notes what is wrong with the member at a path. */
export type Report = (path: string, problem: string) => void;

const maxListedLength = 255;
const maxListLength = 32;
const pixelsForm = /^\d{1,9}(?:\.\d{1,20})?$/;

/** A text that must be there; empty when it is not, which is reported. */
export function readText(report: Report, path: string, value: unknown, maxLength: number): string {
  if (value === undefined || value === null) report(path, 'is required');
  else if (typeof value !== 'string') report(path, 'must be a string');
  else if (value === '' || value.length > maxLength)
    report(path, `must have 1 to ${maxLength} characters`);
  else return value;
  return '';
}

/** A text that may be left out: an empty one is as good as none. */
export function readOptionalText(
  report: Report,
  path: string,
  value: unknown,
  maxLength: number,
): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') report(path, 'must be a string');
  else if (value.length > maxLength) report(path, `must have at most ${maxLength} characters`);
  else return value;
  return null;
}

/** An object that may be left out: it has no members then. */
export function readOptionalObject(
  report: Report,
  path: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  if (value !== undefined && value !== null) report(path, 'must be an object');
  return {};
}

/** A list of texts that may be left out, not empty when it is there. */
export function readTexts(
  report: Report,
  path: string,
  value: unknown,
): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length < 1 || value.length > maxListLength) {
    report(path, `must be a list of 1 to ${maxListLength} strings`);
    return undefined;
  }
  return value.map((item: unknown, at) => readText(report, `${path}.${at}`, item, maxListedLength));
}

/** A list of texts for documents of requests. */
export const textsSchema = (least: 0 | 1): JsonSchema => ({
  type: ['array', 'null'],
  minItems: least,
  maxItems: maxListLength,
  items: { type: 'string', minLength: 1, maxLength: maxListedLength },
});

/** Pixels for documents of requests. */
export const pixelsSchema = (least: 0 | 1): JsonSchema => ({
  type: ['number', 'string', 'null'],
  minimum: least,
  pattern: least === 0 ? pixelsForm.source : '^[1-9]\\d{0,7}(?:\\.\\d{1,20})?$',
});

/**
 * Pixels: a number or a decimal text, rounded down as scenes and engines compute them; null when there are none. How
 * large a box may be is not asked here.
 */
export function readPixels(
  report: Report,
  path: string,
  value: unknown,
  least: number,
): number | null {
  if (value === undefined || value === null) return null;
  const pixels = Math.floor(toNumber(value));
  if (pixels >= least) return pixels;
  report(path, `must be a number from ${least}`);
  return null;
}

/** Clocks of the world, in minutes ahead of UTC: UTC-12 to UTC+14. All stand at whole quarters of an hour. */
const clocks = { first: -720, last: 840, step: 15 } as const;

export const utcOffsetSchema: JsonSchema = {
  type: ['integer', 'null'],
  minimum: clocks.first,
  maximum: clocks.last,
  multipleOf: clocks.step,
};

export function readUtcOffset(report: Report, path: string, value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const { first, last, step } = clocks;
  if (typeof value === 'number' && value % step === 0 && value >= first && value <= last)
    return value;
  report(path, `must be minutes from ${first} to ${last}, whole quarters of an hour`);
  return null;
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && pixelsForm.test(value) ? Number(value) : NaN;
}

export function readBoolean(report: Report, path: string, value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value;
  report(path, 'must be true or false');
  return null;
}
