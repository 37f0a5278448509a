import { minuteMs } from '../../time';

/** Transfers of other nodes are logged once their block has closed, maybe with an earlier time. */
const overlapMs = 30 * minuteMs;

/** @returns from when on a log is read that was read to a time; @param readTo null: nobody has read it */
export function readAgainFrom(readTo: Date | null): Date {
  return new Date(Math.max(0, (readTo?.getTime() ?? 0) - overlapMs));
}
