import type { Job } from '../../../platform/jobs/job';
import { foldingSides, piecesOf, readPiece } from '../facts/folding-piece';
import { foldPiece } from './fold-piece.service';
import type { StatisticsContext } from '../statistics.context';
import { hourMs, secondMs } from '../../../time';

const pieces = foldingSides.flatMap(piecesOf);
/** A process that has more than one piece goes on with another one then. */
const longestTurnMs = 10 * secondMs;

/**
 * Adds to the roll-ups where one process does not keep up: each piece has owners of its own, so that processes do not
 * wait for each other. `fold-statistics` makes those due that something waits for.
 */
export const foldPieces: Job<StatisticsContext> = {
  name: 'fold-pieces',
  everySeconds: hourMs / secondMs,
  pieces,
  async run(ctx, signal, { piece }) {
    for (const name of piece === null ? pieces : [piece]) {
      const until = performance.now() + longestTurnMs;
      while (!signal.aborted && performance.now() < until)
        if (!(await foldPiece(ctx, readPiece(name)))) break;
    }
  },
};
