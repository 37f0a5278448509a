import pino, { type Logger } from 'pino';
import type { Config } from '../../config';

/** One JSON line an entry on standard error; members that may hold a secret are never written. */
export function createLog(level: Config['logLevel']): Logger {
  const destination = pino.destination({ dest: 2, sync: true });
  // A terminal that was closed takes no more lines: what is under way goes on without.
  destination.on('error', () => undefined);
  return pino(
    {
      level,
      base: null,
      redact: [
        '*.password',
        '*.otp',
        '*.apiToken',
        '*.authorization',
        '*.cookie',
        'err.config',
        'err.request',
      ],
    },
    destination,
  );
}
