import type { CommandContext } from './command';

const everyMs = 3_000;

/** Counts documents of one piece of long work. */
export type Progress = (documents: number) => void;

/** Tells the operator now and then how many documents a piece of work is through; short work stays silent. */
export function createProgress(
  { now, note }: Pick<CommandContext, 'now' | 'note'>,
  work: string,
): Progress {
  let total = 0;
  let toldAt = now().getTime();
  return (documents) => {
    total += documents;
    const at = now().getTime();
    if (at - toldAt < everyMs) return;
    toldAt = at;
    note(`${work}: ${countOf(total)} so far`);
  };
}

/** `1 document`, `5,000 documents`. */
export function countOf(count: number, noun = 'document'): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
