import { randomBytes } from 'node:crypto';
import type { ServiceContext } from '../../../src/api/context';
import { AppError } from '../../../src/errors';
import { bookWithdrawal } from '../../../src/money/pockets/pocket.service';
import {
  quoteWithdrawal,
  requestWithdrawal,
} from '../../../src/money/withdrawals/request-withdrawal.service';
import { cancelWithdrawal } from '../../../src/money/withdrawals/withdrawal.service';

/** Funds that were taken out, as whoever took them was told. */
export interface TakenFunds {
  readonly advertiserId: string;
  /** Unit: 10^-11 coins. */
  readonly amount: bigint;
  readonly at: Date;
  /** When they became funds again; null: they are out. */
  readonly backAt: Date | null;
  /** False: they wait for a payment. */
  readonly isPaidOut: boolean;
}

interface Asked extends TakenFunds {
  readonly id: string;
  backAt: Date | null;
}

/** Takes funds out, by everything that advertisers and operators have for that. */
export class Withdrawers {
  readonly #asked: Asked[] = [];
  readonly #booked: TakenFunds[] = [];
  /** How often there was not as much as was asked for. */
  refused = 0;

  constructor(private readonly ctx: ServiceContext) {}

  get taken(): readonly TakenFunds[] {
    return [...this.#asked, ...this.#booked];
  }

  /** Asks for the same amount so often at once, each time anew. */
  async ask(advertiserId: string, wanted: bigint | 'free', times: number): Promise<void> {
    const account = (await this.ctx.accounts.findById(advertiserId))!;
    const amount = wanted === 'free' ? (await quoteWithdrawal(this.ctx, account)).free : wanted;
    await this.#all(times, async () => {
      const reference = randomBytes(8).toString('hex');
      const { id, requestedAt: at } = await requestWithdrawal(this.ctx, {
        account,
        amount,
        reference,
      });
      this.#asked.push({ id, advertiserId, amount, at, backAt: null, isPaidOut: false });
      // A caller that gets no answer asks again.
      await requestWithdrawal(this.ctx, { account, amount, reference });
    });
  }

  /** Books as paid out by other means. */
  async book(advertiserId: string, amount: bigint): Promise<void> {
    await this.#all(1, async () => {
      const reference = randomBytes(8).toString('hex');
      const booked = { accountId: advertiserId, amount, reference };
      const { bookedAt: at } = await bookWithdrawal(this.ctx, booked);
      this.#booked.push({ advertiserId, amount, at, backAt: null, isPaidOut: true });
      await bookWithdrawal(this.ctx, booked);
    });
  }

  /** Makes funds again of all that was asked for before, each twice at once. */
  async cancel(advertiserId: string): Promise<void> {
    const open = this.#asked.filter(
      (one) => one.advertiserId === advertiserId && one.backAt === null,
    );
    for (const one of open) {
      const cancel = () => cancelWithdrawal(this.ctx, { accountId: advertiserId, id: one.id });
      const ends = await Promise.allSettled([cancel(), cancel()]);
      const ended = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
      if (ended.length !== 1) throw new Error(`${one.id} was cancelled ${ended.length} times`);
      one.backAt = ended[0]!.endedAt;
    }
  }

  async #all(times: number, take: () => Promise<void>): Promise<void> {
    const tries = Array.from({ length: times }, take);
    for (const result of await Promise.allSettled(tries)) {
      if (result.status === 'fulfilled') continue;
      const { reason } = result as { readonly reason: unknown };
      if (!(reason instanceof AppError && reason.code === 'VALIDATION_FAILED')) throw reason;
      this.refused += 1;
    }
  }
}
