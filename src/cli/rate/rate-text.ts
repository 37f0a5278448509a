import { formatAmount } from '../../amount';
import type { FreshRate } from '../../money/rates/rate.service';
import { parseTime } from '../../time';
import { CommandError } from '../command';

/** A rate as `--json` prints it: decimal text in USD per coin. */
export function toRateJson({ rate, from, setAt, freshUntil, source }: FreshRate) {
  return {
    rate: formatAmount(rate),
    from: from.toISOString(),
    setAt: setAt.toISOString(),
    freshUntil: freshUntil.toISOString(),
    source,
  };
}

/** A rate in one line. */
export function describeRate(rate: FreshRate): string {
  const json = toRateJson(rate);
  return `${json.rate} USD per coin from ${json.from} (set ${json.setAt} by ${json.source}, fresh until ${json.freshUntil})`;
}

/** @throws {CommandError} for a text that is no time. */
export function readTimeOption(option: string, text: string | null): Date | null {
  if (text === null) return null;
  const time = parseTime(text);
  if (time === null)
    throw new CommandError(`${option} must be a time such as 2026-02-09T12:00:00Z`, 2);
  return time;
}
