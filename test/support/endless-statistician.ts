import { once } from 'node:events';
import pino from 'pino';
import { parseConfig } from '../../src/config';
import { foldAllChanges } from '../../src/insight/statistics/roll-ups/fold-changes.service';
import { readPiece } from '../../src/insight/statistics/facts/folding-piece';
import { countWaiting } from '../../src/insight/statistics/facts/waiting-facts.service';
import { mostRowsOfLayers } from '../../src/insight/statistics/roll-ups/layers';
import { mergeLayers } from '../../src/insight/statistics/roll-ups/merge-roll-up-layers.job';
import { foldPiece } from '../../src/insight/statistics/roll-ups/fold-piece.service';
import { rebuildStatistics } from '../../src/insight/statistics/roll-ups/rebuild-statistics.service';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { openDatabase } from '../../src/platform/database/connection';
import { wholeTurn } from '../../src/platform/jobs/job';
import { createServiceContext } from '../../src/assembly/service-context';
import { hourMs } from '../../src/time';
import { smallLayers } from './small-layers';

/**
 * A program for tests to kill: judges, adds up, merges and counts anew what a database has, until it dies; tells each step.
 * With `pieces` it judges, and adds up piece by piece, those first that something waits for.
 */
async function main(uri: string, now: Date, work: string): Promise<void> {
  Object.assign(mostRowsOfLayers, smallLayers);
  const config = parseConfig({ ADGATE_LOG_LEVEL: 'silent' });
  const ctx = await createServiceContext(await openDatabase(uri), config, {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://127.0.0.1:1',
    now: () => now,
  });
  const tell = async (step: string) => {
    if (!process.stdout.write(`${step}\n`)) await once(process.stdout, 'drain');
  };
  const merge = async () => {
    await tell('merging');
    await mergeLayers.run(ctx, new AbortController().signal, wholeTurn);
  };
  while (work === 'pieces') {
    await tell('verifying');
    await verifyAllDue(ctx);
    const { pieces } = await countWaiting(ctx);
    for (const piece of pieces) {
      await tell(`folding ${piece}`);
      await foldPiece(ctx, readPiece(piece));
    }
    await merge();
  }
  const to = new Date(Math.ceil(now.getTime() / hourMs) * hourMs);
  for (let from = to; ; from = new Date(from.getTime() - hourMs)) {
    await tell('verifying');
    await verifyAllDue(ctx);
    await tell('adding up');
    await foldAllChanges(ctx);
    await merge();
    await tell('counting anew');
    const hour = new Date(from.getTime() - hourMs);
    await rebuildStatistics(ctx, { from: hour, to: from, isApplied: true });
  }
}

void main(process.argv[2]!, new Date(process.argv[3]!), process.argv[4]!);
