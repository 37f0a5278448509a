import { hourOf } from '../../money/amounts/hour';
import { type CommandContext, CommandError } from '../command';
import { readTimeOption } from '../rate/rate-text';

/**
 * Clock hours that are over.
 *
 * @throws {CommandError}
 */
export function readHours(
  from: string,
  to: string,
  { now }: Pick<CommandContext, 'now'>,
): { readonly from: Date; readonly to: Date } {
  const read = (option: string, text: string) => {
    const time = readTimeOption(option, text)!;
    if (hourOf(time).getTime() !== time.getTime())
      throw new CommandError(`${option} must be a full clock hour (UTC)`, 2);
    return time;
  };
  const hours = { from: read('--from', from), to: read('--to', to) };
  if (hours.from >= hours.to) throw new CommandError('--from must be before --to', 2);
  if (hours.to > now()) throw new CommandError('--to must be past', 2);
  return hours;
}
