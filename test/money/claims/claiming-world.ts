import { randomUUID } from 'node:crypto';
import { fundsOf } from '../../../src/money/books/book';
import { claimAddress } from '../../../src/money/claims/claim.service';
import { mergeClaimedPublishers } from '../../../src/money/claims/merge-publisher.service';
import { bookNewDeposits } from '../../../src/money/deposits/book-new-deposits.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { send, startApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { addressOfUser } from '../payments/ledger-world';
import { startPayingWorld } from '../payments/paying-world';

const box = { id: '1', width: 300, height: 250 };

interface Found {
  readonly placementId: string;
  readonly publisherId: string;
}

/** A ledger, a gateway that answers finds, and a process that reads the ledger, on one database. */
export async function startClaimingWorld() {
  const world = await startPayingWorld();
  const app = await startApp({ mongodbUri: world.mongodbUri });
  await createActiveCampaign(app.ctx, { sizes: ['300x250'] });
  const signal = new AbortController().signal;
  const claiming = {
    ...world,
    app,
    /** @param publisher an id, or the number of a user of the ledger */
    async find(publisher: string | number | null, imp: object = box): Promise<Found> {
      const named = typeof publisher === 'number' ? addressOfUser(publisher) : publisher;
      const context = { iid: randomUUID(), url: 'https://news.example', publisher: named };
      const json = { context, placements: [imp] };
      const { body } = await send(`${app.url}/supply/find`, { json });
      return body.data[0];
    },
    async addAccount(name: string): Promise<string> {
      const email = `${name}@claims.example`;
      const params = { email, password: 'correct horse', roles: ['publisher'] } as const;
      return (await createAccount(world.ctx, params)).id;
    },
    claim: async (accountId: string, user: number): Promise<string> =>
      (await claimAddress(world.ctx, { accountId, address: addressOfUser(user) })).code,
    /** Sends coins with a code, and lets the block close. */
    async transfer(user: number, code: string, amount = '0.1'): Promise<void> {
      const params = { address: addressOfUser(1), amount, message: code.padStart(64, '0') };
      await world.ledger.callAs(user, 'send_one', params);
      world.ledger.closeBlock();
    },
    read: (ctx = world.ctx) => bookNewDeposits(ctx, signal),
    merge: (ctx = world.ctx) => mergeClaimedPublishers(ctx, signal),
    fundsOf: async (id: string): Promise<bigint> =>
      (await world.ctx.books.balancesOf([fundsOf(id)])).get(fundsOf(id))!,
    holderOf: async (user: number): Promise<string | undefined> =>
      (await world.ctx.accounts.findByProvenAddress(`ads:${addressOfUser(user)}`))?.id,
    async close() {
      await app.close();
      await world.close();
    },
  };
  return claiming;
}

export type ClaimingWorld = Awaited<ReturnType<typeof startClaimingWorld>>;
