import type { JobPiece } from '../platform/jobs/job-state';
import type { JobReport } from '../platform/jobs/job.service';

const time = (at: Date | null) => at?.toISOString() ?? null;

/** A job as `--json` prints it. */
export function toJobJson({ pieces, ...job }: JobReport) {
  return {
    ...job,
    pieces: pieces.map(({ nextRunAt, lastStartedAt, lastEndedAt, ...piece }) => ({
      ...piece,
      nextRunAt: time(nextRunAt),
      lastStartedAt: time(lastStartedAt),
      lastEndedAt: time(lastEndedAt),
    })),
  };
}

/** A line for each piece. */
export function describeJob({ name, everySeconds, isPerProcess, pieces }: JobReport): string {
  const title = `${name}  every ${everySeconds} s`;
  if (isPerProcess) return `${title}  in each gateway`;
  if (pieces.length === 0) return `${title}  did not run yet`;
  return pieces
    .map((piece) => `${title}${piece.piece === null ? '' : `  ${piece.piece}`}  ${stateOf(piece)}`)
    .join('\n');
}

function stateOf({ holder, nextRunAt, lastEndedAt, lastResult, lastMessage }: JobPiece): string {
  const last =
    lastResult === null
      ? 'did not run yet'
      : `${lastResult}${lastMessage === null ? '' : `: ${lastMessage}`}  ended ${time(lastEndedAt) ?? 'never'}`;
  return `${last}  ${holder === null ? `next ${time(nextRunAt)}` : `run by ${holder}`}`;
}
