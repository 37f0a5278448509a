import { expect } from '@jest/globals';
import { fundsOf } from '../../../src/money/books/book';
import { claimAddress } from '../../../src/money/claims/claim.service';
import { depositCodeOf } from '../../../src/money/deposits/deposit-code';
import type { Chance } from '../simulation/chance';
import { addressOfUser } from './ledger-world';
import type { PayingWorld } from './paying-world';

const server = addressOfUser(1);
const payout = 'ads:0001-00000000-9B6F';
const messageOf = (code: string) => code.toUpperCase().padStart(64, '0');

/** Users of the ledger who send coins to the server's account with the code of an account, and who claim addresses. */
export async function addDepositors(world: PayingWorld, users: readonly number[]) {
  const depositors = await Promise.all(
    users.map(async (user) => {
      const accountId = await world.addPublisher(payout);
      return { user, accountId, code: depositCodeOf(world.ctx.depositCodeKeys, accountId) };
    }),
  );
  /** By the user whose address it is. */
  const claims = new Map<number, { readonly accountId: string; readonly code: string }>();
  const send = (
    user: number,
    { code, amount }: { readonly code: string; readonly amount: string },
  ) => world.ledger.callAs(user, 'send_one', { address: server, amount, message: messageOf(code) });
  /** Transfers to the server that the ledger has taken with a code. */
  const sentWith = (code: string) =>
    world.ledger
      .transfers()
      .filter(({ address, message }) => address === server && message === messageOf(code));

  /** Accounts with what the ledger says they have, and what their books say. */
  async function fundsByBoth() {
    const balances = await world.ctx.books.balancesOf(
      depositors.map(({ accountId }) => fundsOf(accountId)),
    );
    return depositors.map(({ accountId, code }) => ({
      accountId,
      sent: sentWith(code).reduce((sum, { amount }) => sum + amount, 0n),
      booked: balances.get(fundsOf(accountId)) ?? 0n,
    }));
  }

  /** Addresses that a transfer has shown, with whose they are by it and by the database. */
  async function holdersByBoth() {
    const shown = [...claims].filter(([, { code }]) => sentWith(code).length > 0);
    return Promise.all(
      shown.map(async ([user, { accountId }]) => {
        const holder = await world.ctx.accounts.findByProvenAddress(`ads:${addressOfUser(user)}`);
        return { user, shown: accountId, found: holder?.id ?? null };
      }),
    );
  }

  return {
    /** Somebody sends coins, twice the same now and then, with the code of anybody. */
    async deposit(chance: Chance): Promise<void> {
      const [{ user }, { code }] = [chance.pick(depositors), chance.pick(depositors)];
      const amount = `0.0${chance.between(1, 4)}`;
      for (let count = chance.between(1, 3); count > 0; count -= 1)
        await send(user, { code, amount });
    },
    /** Somebody claims the address of a user, and shows it by a transfer of nothing. */
    async claim(chance: Chance): Promise<void> {
      const { user, accountId } = chance.pick(depositors);
      if (claims.has(user)) return;
      const { code } = await claimAddress(world.ctx, { accountId, address: addressOfUser(user) });
      claims.set(user, { accountId, code });
      await send(user, { code, amount: '0' });
    },
    /** Nothing is ever booked that the ledger has not taken. */
    async look(): Promise<void> {
      for (const { accountId, sent, booked } of await fundsByBoth())
        expect([accountId, booked <= sent, booked, sent]).toEqual([accountId, true, booked, sent]);
    },
    /** Transfers that are not booked, and addresses that are shown and not proven, in words. */
    async listWaiting(): Promise<readonly string[]> {
      const funds = (await fundsByBoth()).filter(({ sent, booked }) => sent !== booked);
      const holders = (await holdersByBoth()).filter(({ shown, found }) => shown !== found);
      return [
        ...funds.map(({ accountId, sent, booked }) => `${accountId} has ${booked} of ${sent}`),
        ...holders.map(({ user, shown, found }) => `${user} is ${shown}'s, not ${found}'s`),
      ];
    },
    async assertBookedOnce(): Promise<void> {
      for (const { accountId, sent, booked } of await fundsByBoth())
        expect([accountId, booked]).toEqual([accountId, sent]);
      for (const { user, shown, found } of await holdersByBoth())
        expect([user, found]).toEqual([user, shown]);
    },
  };
}

export type Depositors = Awaited<ReturnType<typeof addDepositors>>;
