import pino, { type Logger } from 'pino';
import type { Config } from '../../config';

/** One JSON line an entry on standard error; members that may hold a secret are never written. */
export function createLog(level: Config['logLevel']): Logger {
  return pino(
    {
      level,
      base: null,
      redact: [
        '*.password',
        '*.apiToken',
        '*.authorization',
        '*.cookie',
        'err.config',
        'err.request',
      ],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
