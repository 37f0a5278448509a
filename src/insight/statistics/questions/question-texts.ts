import { assertNoProblems, invalid } from '../../../errors';
import { keysOf } from '../../../record';
import { isTimeZone } from '../../../time-zone';
import { type Interval, intervals } from './calendar';
import { type DimensionName, dimensions } from './dimensions';

/** How figures are asked for in texts, of a query or a command line. */
export type QuestionTexts = Readonly<Record<'by' | 'interval' | 'timeZone' | 'top', string | null>>;

export interface Question {
  readonly by: DimensionName | null;
  readonly interval: Interval | null;
  readonly timeZone: string | null;
  readonly top: number | null;
}

/** @throws {AppError} `VALIDATION_FAILED` for an unknown name. Time zones are not checked here. */
export function parseQuestion(texts: QuestionTexts): Question {
  const names = keysOf<DimensionName>(dimensions);
  const by = names.find((name) => name === texts.by) ?? null;
  const interval = intervals.find((name) => name === texts.interval) ?? null;
  const top = texts.top !== null && /^[1-9]\d{0,5}$/.test(texts.top) ? Number(texts.top) : null;
  assertNoProblems({
    ...(by === null && texts.by !== null && { by: [oneOf(names)] }),
    ...(interval === null && texts.interval !== null && { interval: [oneOf(intervals)] }),
    ...(top === null && texts.top !== null && { top: ['must be 1 to 999999'] }),
  });
  return { by, interval, timeZone: texts.timeZone, top };
}

/** @throws {AppError} `VALIDATION_FAILED` */
export function parseTimeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw invalid({ timeZone: ['is not a time zone of the IANA database, such as Europe/Warsaw'] });
}

const oneOf = (names: readonly string[]) => `must be one of ${names.join(', ')}`;
