import pino from 'pino';
import { parseConfig } from '../../src/config';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { openDatabase } from '../../src/platform/database/connection';
import { createServiceContext } from '../../src/assembly/service-context';

/** A program for tests to kill: verifies what is due at a time, of a database, until it dies. */
async function main(uri: string, now: Date): Promise<void> {
  const config = parseConfig({ ADGATE_LOG_LEVEL: 'silent' });
  const ctx = await createServiceContext(await openDatabase(uri), config, {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://127.0.0.1:1',
    now: () => now,
  });
  process.stdout.write('verifying\n');
  for (;;) await verifyAllDue(ctx);
}

void main(process.argv[2]!, new Date(process.argv[3]!));
