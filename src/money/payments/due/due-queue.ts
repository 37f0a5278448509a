import type { DueNotes, DuePage, DuePayee } from './due-page';
import { hasWaitedLong } from './payout-rules';

/** The words of a turn that could not pay all: about any payee, and about one whom nobody overtakes. */
export interface Shortage {
  readonly usual: string;
  readonly ofFirst: string;
}

export const fundsMissing: Shortage = {
  usual: 'the account that pays has too little: send coins to it',
  ofFirst:
    'the account that pays has too little for what has waited 7 days, and nothing overtakes that: send coins to it, or hold the payee (adgate payment hold)',
};
export const limitReached: Shortage = {
  usual: 'the limit of the day is reached (ADGATE_DAILY_PAYOUT_LIMIT)',
  ofFirst:
    'what has waited 7 days is more than the limit of the day has left, and nothing overtakes it (ADGATE_DAILY_PAYOUT_LIMIT)',
};

/** Due payees of a turn, one after another. */
export interface DueQueue {
  /** Why any was not paid, the latest; null: all were so far. */
  problem(): string | null;
  /** Says that no payee is to come. */
  isDrained(): boolean;
  /** Says that the next payee is to be read, if there is any. */
  wantsPage(): boolean;
  /** Reads on. @returns facts to be noted before more payees are taken; null: there are none */
  readPage(): Promise<DueNotes | null>;
  /** The next payee of what is read; undefined: none. */
  take(): DuePayee | undefined;
  /** They come first then. */
  putBack(payees: readonly DuePayee[]): void;
  /** One that was taken cannot be paid in this turn; where it has waited long, the queue ends with it. */
  passOver(payee: DuePayee, shortage: Shortage): void;
  /** One that was taken can never be paid as things are: nobody waits for it. */
  leaveOut(shortage: Shortage): void;
}

export function createDueQueue(
  pages: AsyncIterator<DuePage, void>,
  /** When the turn began. */
  now: Date,
): DueQueue {
  const first: DuePayee[] = [];
  let read: DuePayee[] = [];
  let problem: string | null = null;
  let isAtEnd = false;
  return {
    problem: () => problem,
    isDrained: () => isAtEnd && first.length === 0,
    wantsPage: () => !isAtEnd && first.length + read.length === 0,
    async readPage() {
      const next = await pages.next();
      if (next.done !== true) {
        read = [...next.value.due];
        return next.value.notes;
      }
      isAtEnd = true;
      return null;
    },
    take: () => first.shift() ?? read.shift(),
    putBack(payees) {
      first.unshift(...payees);
    },
    passOver({ waitingSince }, { usual, ofFirst }) {
      const isFirst = hasWaitedLong(waitingSince, now);
      problem = isFirst ? ofFirst : usual;
      if (!isFirst) return;
      isAtEnd = true;
      read = [];
    },
    leaveOut({ usual }) {
      problem = usual;
    },
  };
}
