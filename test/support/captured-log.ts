import pino, { type Level, type Logger } from 'pino';

/** A log, and the entries that it has got. */
export interface CapturedLog {
  readonly log: Logger;
  readonly entriesOf: (message: string) => readonly Readonly<Record<string, unknown>>[];
}

export function captureLog(level: Level): CapturedLog {
  const entries: Readonly<Record<string, unknown>>[] = [];
  const write = (line: string) => {
    entries.push(JSON.parse(line) as Readonly<Record<string, unknown>>);
  };
  return {
    log: pino({ level, base: null, timestamp: false }, { write }),
    entriesOf: (message) => entries.filter(({ msg }) => msg === message),
  };
}
