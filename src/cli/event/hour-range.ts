import { hourOf } from '../../hour';
import { type CommandContext, CommandError } from '../command';
import { readTime } from '../option-text';

/** The options of work on clock hours that are over. */
export const hourOptions = {
  from: {
    value: '<time>',
    isRequired: true,
    description: 'start of the first clock hour',
    read: readHour,
  },
  to: {
    value: '<time>',
    isRequired: true,
    description: 'end of the last clock hour',
    read: readHour,
  },
} as const;

/** @throws {CommandError} */
export function assertOver(
  { from, to }: { readonly from: Date; readonly to: Date },
  { now }: Pick<CommandContext, 'now'>,
): void {
  if (from >= to) throw new CommandError('--from must be before --to', 2);
  if (to > now()) throw new CommandError('--to must be past', 2);
}

/** @throws {CommandError} unless it is the start of a clock hour. */
export function readHour(text: string, name: string): Date {
  const time = readTime(text, name);
  if (hourOf(time).getTime() !== time.getTime())
    throw new CommandError(`${name} must be a full clock hour (UTC)`, 2);
  return time;
}
