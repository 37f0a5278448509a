import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fieldsOfAccounts } from '../../../src/insight/retention/found-account.store';
import { removeUnseenAccounts } from '../../../src/insight/retention/remove-unseen-accounts.job';
import type { KnownPlacement } from '../../../src/market/serving/known-supply';
import { resolvePlacements } from '../../../src/market/serving/supply-resolution';
import { freshDatabase } from '../../support/database';
import { anEvent, anId } from '../../support/events';
import { hear, removeUnseen } from '../../support/unseen-supply';
import { startVerifier } from '../../support/verification';
import { minutesAfter, noon, type Verifier } from '../../support/verifier';

/** A stranger whose finds name publishers that were not there. Two gateways serve them. */
let one: Verifier;
let other: Verifier;
beforeAll(async () => {
  const uri = await freshDatabase();
  one = await startVerifier({ uri });
  other = await startVerifier({ uri });
});

const imp = (name: string) => ({
  ...{ id: name, types: undefined, mimes: undefined, isTopFrame: null },
  placement: { width: 300, height: 250, depth: 0, name },
});

/** Names an address in a find. @returns the placement */
async function find(gateway: Verifier, publisher: string, host = 'news.example') {
  const request = { remoteAddress: '192.0.2.9', userAgent: 'Mozilla/5.0', isHead: false };
  const ctx = { ...gateway.ctx, request: { ...request, headers: {} } };
  const page = { host, publisher, medium: 'web', vendor: null };
  const [known] = await resolvePlacements(ctx, page, [imp('a')]);
  return known as KnownPlacement;
}

const turnOf = (tell: (what: string) => void = () => {}) => ({ piece: null, fence: 0, tell });

const setClock = (hours: number) => {
  for (const { clock } of [one, other]) clock.now = minutesAfter(noon, hours * 60);
};

/** As both jobs do. @returns the accounts that are gone */
async function removeAfter(hours: number, gateway: Verifier = one): Promise<number> {
  setClock(hours);
  const count = () => gateway.db.collection('accounts').countDocuments();
  const before = await count();
  await removeUnseen(gateway);
  return before - (await count());
}

/** Placements, sites and accounts wait for each other: after the first of these hours the account is marked. */
const untilMarked = [49, 52, 101, 104, 152] as const;
async function mark(): Promise<void> {
  for (const hours of untilMarked) {
    await hear(one);
    await hear(other);
    expect(await removeAfter(hours)).toBe(0);
  }
}

const idOf = async (address: string) =>
  (await one.ctx.accounts.findByProvenAddress(address))?.id ?? null;

let address: string;
beforeEach(async () => {
  for (const name of ['placements', 'sites', 'accounts', 'events'])
    await one.db.collection(name).deleteMany({});
  setClock(0);
  address = `ads:${anId()}`;
});

const ann = { name: 'Ann', company: null, showsCompany: false };

describe('accounts that finds made', () => {
  it('are gone after their sites, and are made anew by a later find', async () => {
    const { publisherId } = (await find(one, address)).placement;
    expect(await idOf(address)).toBe(publisherId);
    await mark();
    await hear(one);
    expect(one.ctx.supplyDirectory.findAccount(address)).toBeNull();
    expect(await removeAfter(153)).toBe(0);
    expect(await removeAfter(154)).toBe(1);
    expect(await idOf(address)).toBeNull();
    const anew = (await find(one, address, 'anew.example')).placement;
    expect(anew.publisherId).not.toBe(publisherId);
    expect(await idOf(address)).toBe(anew.publisherId);
  });

  it('stay where one of their placements was viewed', async () => {
    const { siteId, id: placementId, publisherId } = (await find(one, address)).placement;
    const view = anEvent({ siteId, placementId, publisherId, occurredAt: minutesAfter(noon, 60) });
    await one.ctx.events.insertMany([view], one.clock.now);
    for (const hours of [...untilMarked, 154, 1_000, 1_003])
      expect(await removeAfter(hours)).toBe(0);
    expect(await idOf(address)).toBe(publisherId);
  });

  it('stay where nobody but a person has made them', async () => {
    const id = anId();
    const account = { email: null, passwordHash: null, roles: ['publisher'] } as const;
    const ownAddress = `ads:${anId()}`;
    await one.ctx.accounts.insert({
      ...{ ...account, id, payoutAddress: ownAddress, provenAddresses: [ownAddress] },
    });
    for (const hours of [...untilMarked, 154]) expect(await removeAfter(hours)).toBe(0);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['is suspended', (id) => one.ctx.accounts.update(id, { suspendedReason: 'fraud' })],
    ['was suspended', (id) => suspendAndFree(id)],
    ['has another role', (id) => one.ctx.accounts.update(id, { roles: ['advertiser'] })],
    ['has credit', (id) => one.ctx.accounts.update(id, { creditLimit: 0n })],
    ['has an email', (id) => one.ctx.accounts.update(id, { email: 'a@news.example' })],
    ['has a password', (id) => one.ctx.accounts.update(id, { passwordHash: 'hash' })],
    ['has a name', (id) => one.ctx.accounts.setHolder(id, ann)],
    ['has a second address', (id) => one.ctx.accounts.addProvenAddress(id, `ads:${anId()}`)],
    ['was claimed', (id) => claim(id)],
  ])('stay where one %s, also in the last two hours', async (_state, change) => {
    const { publisherId } = (await find(one, address)).placement;
    await mark();
    await change(publisherId);
    expect(await removeAfter(154)).toBe(0);
    expect(await removeAfter(1_000)).toBe(0);
    expect(await one.ctx.accounts.findById(publisherId)).not.toBeNull();
  });

  const suspendAndFree = async (id: string) => {
    await one.ctx.accounts.update(id, { suspendedReason: 'fraud' });
    await one.ctx.accounts.update(id, { suspendedReason: null });
  };
  const claim = (id: string) =>
    one.ctx.inTransaction(async (session) => {
      const made = { email: null, passwordHash: null, roles: ['publisher'] } as const;
      const into = await one.ctx.accounts.insert({ ...made, id: anId(), payoutAddress: null });
      expect(await one.ctx.accounts.mergeInto(id, into.id, session)).toBe(true);
    });

  it.each(Object.entries(fieldsOfAccounts))(
    'stay where %s have something of one, found by an index',
    async (collection, field) => {
      const { publisherId } = (await find(one, address)).placement;
      await mark();
      const records = one.db.collection<{ [key: string]: unknown }>(collection);
      await records.insertOne({ [field]: publisherId });
      expect(await removeAfter(154)).toBe(0);
      expect(await idOf(address)).toBe(publisherId);
      await records.deleteOne({ [field]: publisherId });
      const indexes = await records.indexes();
      const first = indexes.map(({ key }) => Object.keys(key)[0]);
      expect(first).toContain(field);
    },
  );
});

describe('an account that is about to be removed', () => {
  it('stays, with its id, for a find at a gateway that knows it yet', async () => {
    const { publisherId } = (await find(one, address)).placement;
    await find(other, address);
    await mark();
    // The other gateway has not heard: its find makes a site of an account that is marked.
    const late = (await find(other, address, 'late.example')).placement;
    expect(late.publisherId).toBe(publisherId);
    await hear(other);
    expect(other.ctx.supplyDirectory.findAccount(address)?.id).toBe(publisherId);
    expect((await find(other, address, 'late.example')).site.publisher?.id).toBe(publisherId);
    expect(await removeAfter(154)).toBe(0);
    expect(await idOf(address)).toBe(publisherId);
  });

  it('stays, with its id, for a find at a gateway that has heard', async () => {
    const { publisherId } = (await find(one, address)).placement;
    await mark();
    await hear(one);
    await hear(other);
    const finds = [one, other].map((gateway) => find(gateway, address, 'again.example'));
    for (const { placement } of await Promise.all(finds))
      expect(placement.publisherId).toBe(publisherId);
    expect(await removeAfter(154)).toBe(0);
    // Nobody views the new site either.
    for (const hours of [203, 206, 255, 258, 306]) await removeAfter(hours);
    expect(await removeAfter(309)).toBe(1);
  });

  it('is removed by one of two gateways, and after a kill between any two steps', async () => {
    await find(one, address);
    for (const hours of untilMarked.slice(0, -1)) await removeAfter(hours);
    setClock(152);
    for (const step of ['listFound', 'keep', 'postpone', 'markUnseen'] as const) {
      const foundAccounts = {
        ...one.ctx.foundAccounts,
        [step]: () => Promise.reject(new Error('killed')),
      };
      const ctx = { ...one.ctx, foundAccounts };
      const signal = new AbortController().signal;
      const turn = removeUnseenAccounts.run(ctx, signal, turnOf());
      await expect(turn).rejects.toThrow('killed');
    }
    expect(await removeAfter(152)).toBe(0);
    setClock(155);
    const told: string[] = [];
    const turns = [one, other].map(({ ctx }) =>
      removeUnseenAccounts.run(
        ctx,
        new AbortController().signal,
        turnOf((what) => void told.push(what)),
      ),
    );
    await Promise.all(turns);
    expect(told).toEqual(['1 accounts without a site were removed']);
    expect(await idOf(address)).toBeNull();
  });
});
