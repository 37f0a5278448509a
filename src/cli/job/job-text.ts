import type { JobPiece } from '../../platform/jobs/job-state';
import type { JobReport } from '../../platform/jobs/job.service';

const time = (at: Date | null) => at?.toISOString() ?? null;

/** More pieces than these are told together. */
const mostLines = 4;

/** A line for each piece; of many pieces one line for all that went well. */
export function describeJob({
  name,
  everySeconds,
  isPerProcess,
  needs,
  pieces,
}: JobReport): string {
  const title = `${name}  every ${everySeconds} s${needs === null ? '' : `  needs a ${needs}`}`;
  if (isPerProcess) return `${title}  in each gateway`;
  if (pieces.length === 0) return `${title}  did not run yet`;
  const isApart = ({ lastResult, holder }: JobPiece) => lastResult !== 'ok' || holder !== null;
  const told = pieces.length > mostLines ? pieces.filter(isApart) : pieces;
  const lines = told.map(
    (piece) => `${title}${piece.piece === null ? '' : `  ${piece.piece}`}  ${stateOf(piece)}`,
  );
  const others = pieces.filter((piece) => !told.includes(piece));
  return [
    ...lines,
    ...(others.length > 0 ? [`${title}  ${summaryOf(others, pieces.length)}`] : []),
  ].join('\n');
}

function summaryOf(pieces: readonly JobPiece[], all: number): string {
  const last = Math.max(...pieces.map(({ lastEndedAt }) => lastEndedAt?.getTime() ?? 0));
  const next = Math.min(...pieces.map(({ nextRunAt }) => nextRunAt?.getTime() ?? Infinity));
  const due = Number.isFinite(next) ? `  next ${new Date(next).toISOString()}` : '';
  return `${pieces.length} of ${all} pieces ok  ended ${new Date(last).toISOString()}${due}`;
}

function stateOf({ holder, nextRunAt, lastEndedAt, lastResult, lastMessage }: JobPiece): string {
  const last =
    lastResult === null
      ? 'did not run yet'
      : `${lastResult}${lastMessage === null ? '' : `: ${lastMessage}`}  ended ${time(lastEndedAt) ?? 'never'}`;
  return `${last}  ${holder === null ? `next ${time(nextRunAt)}` : `run by ${holder}`}`;
}
