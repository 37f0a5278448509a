import type { mongo } from 'mongoose';
import type { ServiceContext } from '../../api/context';
import { deleteCampaign } from '../../demand/campaigns/campaign.service';
import { AppError } from '../../errors';
import type { Account } from '../../identity/accounts/account';
import {
  getAccountByName,
  suspendAccount,
} from '../../identity/accounts/account-management.service';
import { deleteClient } from '../../identity/oauth/clients/client.service';
import { emailArgument } from '../account/account-text';
import { CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { assertNothingOpen } from '../personal-data/open-money';
import {
  ownedBy,
  type PersonalCollection,
  type PersonalDocument,
  personalCollections,
} from '../personal-data/collections';
import { withServices } from '../services';

const erasedName = 'erased';
const renamedAtOnce = 1_000;

export const userErase = defineCommand({
  name: 'user erase',
  summary: 'Erases a person: shows what would go, and with --apply does it.',
  details: `The account must be suspended, and have nothing in its pockets or on the way. Its mail address, password, addresses, sessions, tokens,
webhooks and uploads go; its campaigns are deleted, its sites archived, and their names become "erased". Notes on campaigns, and for whom they
were, go, too, as do claims of addresses that no transfer has shown. Entries, payments, withdrawals and deposits stay for the books, by an id that leads to nobody; the audit log keeps what was done, not what was given. One that was cut off is completed by running it again with the account's id.`,
  arguments: [emailArgument],
  options: {
    apply: { description: 'do it; without it nothing is changed' },
    uri: uriOption,
  },
  async run({ email, apply, uri }, ctx) {
    return withServices({ uri }, ctx, async (services, db) => {
      const account = await getAccountByName(services, email);
      const { id } = account;
      if (account.roles.includes('operator'))
        throw new CommandError(
          'an operator cannot be erased: take the role away first (`adgate user role`)',
        );
      const counts = await countAll(db, id);
      if (apply) {
        if (account.suspendedReason === null)
          throw new CommandError(
            `${email} is not suspended: \`adgate user suspend ${email} --reason …\`, then wait some minutes for its last events`,
          );
        await assertNothingOpen(services, db, id);
        await erase(services, db, account);
      }
      const lines = counts.map(
        ({ name, erasure, count }) => `  ${name.padEnd(24)} ${count} ${erasure}`,
      );
      const end = apply ? `${id} is erased` : 'nothing was changed: --apply does it';
      return {
        text: [...lines, end].join('\n'),
        json: { id, isApplied: apply, collections: counts },
      };
    });
  },
});

interface Count {
  readonly name: string;
  readonly erasure: PersonalCollection['erasure'];
  readonly count: number;
}

async function countAll(db: mongo.Db, accountId: string): Promise<readonly Count[]> {
  const counts: Count[] = [];
  for (const collection of personalCollections) {
    const { of, filter } = ownedBy(db, collection, accountId);
    const { name, erasure } = collection;
    counts.push({ name, erasure, count: await of.countDocuments(filter) });
  }
  return counts.filter(({ count }) => count > 0);
}

/** Each step does no harm twice; the account is the last, so that one that was cut off is found by its email or id. */
async function erase(
  services: ServiceContext,
  db: mongo.Db,
  { id, email }: Account,
): Promise<void> {
  await suspendAccount(services, { id, reason: erasedName });
  await services.endTokensOf(id);
  for (const owned of await idsOf(db, 'clients', { ownerId: id }))
    await unlessGone(deleteClient(services, owned));
  for (const owned of await idsOf(db, 'campaigns', { advertiserId: id })) {
    await unlessGone(deleteCampaign(services, { advertiserId: id, id: owned }));
    await services.creatives.deleteOfCampaign(owned, services.now());
  }
  for (const owned of await idsOf(db, 'sites', { publisherId: id }))
    await services.sites.archiveForGood({ publisherId: id, id: owned }, services.now());
  for (const collection of personalCollections) {
    const { of, filter } = ownedBy(db, collection, id);
    if (collection.erasure === 'deleted') await of.deleteMany(filter);
    if (collection.erasure === 'named') {
      const emptied = Object.fromEntries(
        (collection.emptied ?? []).map((member) => [member, null]),
      );
      const $set = { name: erasedName, ...emptied, updatedAt: services.now() };
      await of.updateMany(filter, { $set });
    }
    if (collection.erasure === 'numbered') await numberAll(of, filter, services.now());
  }
  // A transfer with its code would give the account an address again. Those that were shown stay.
  await db.collection('addressClaims').deleteMany({ accountId: id, provenAt: null });
  await services.auditEntries.erasePerson(id, email);
  await eraseAccount(db, id, services.now());
}

/** Documents of a site are named by it, too: a cluster divides them so. */
async function numberAll(
  of: mongo.Collection<PersonalDocument>,
  filter: object,
  updatedAt: Date,
): Promise<void> {
  const renameAll = (documents: readonly PersonalDocument[]) =>
    of.bulkWrite(
      documents.map(({ _id, siteId }) => {
        const name = `${erasedName} ${_id}`;
        return { updateOne: { filter: { _id, siteId }, update: { $set: { name, updatedAt } } } };
      }),
    );
  let batch: PersonalDocument[] = [];
  for await (const document of of.find(filter, { projection: { siteId: 1 } })) {
    batch.push(document);
    if (batch.length < renamedAtOnce) continue;
    await renameAll(batch);
    batch = [];
  }
  if (batch.length > 0) await renameAll(batch);
}

async function eraseAccount(db: mongo.Db, id: string, now: Date): Promise<void> {
  await db.collection<PersonalDocument>('accounts').updateOne(
    { _id: id },
    {
      $unset: {
        ...{ name: '', company: '', showsCompany: '' },
        ...{ email: '', emailConfirmedAt: '', emailChangedAt: '', passwordHash: '' },
        ...{ secondFactor: '', pendingSecondFactor: '', secondFactorResetAt: '' },
        ...{ payoutAddress: '', payoutAddressChangedAt: '', provenAddresses: '' },
      },
      $set: { suspendedReason: erasedName, updatedAt: now },
    },
  );
}

async function idsOf(db: mongo.Db, name: string, filter: object): Promise<readonly string[]> {
  const found = await db
    .collection<PersonalDocument>(name)
    .find(filter, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

/** An earlier run may have done it. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
  }
}
