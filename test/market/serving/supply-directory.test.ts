import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { createAccountStore } from '../../../src/identity/accounts/account.store';
import { openDatabase } from '../../../src/platform/database/connection';
import type { Placement } from '../../../src/supply/placements/placement.resource';
import { createPlacementStore } from '../../../src/supply/placements/placement.store';
import { SupplyDirectory } from '../../../src/market/serving/supply-directory';
import type { Site } from '../../../src/supply/sites/site.resource';
import { createSiteStore } from '../../../src/supply/sites/site.store';
import { defaultTaxonomy } from '../../../src/demand/taxonomy/default-taxonomy';
import document from '../../../src/demand/taxonomy/default-taxonomy.json';
import { parseTaxonomy } from '../../../src/demand/taxonomy/taxonomy-document';
import { freshDatabase } from '../../support/database';
import { aPlacement } from '../../support/placements';
import { aSite } from '../../support/verifier';

const anId = () => randomBytes(16).toString('hex');
const taxonomy = { current: defaultTaxonomy };
const nothing = { siteIds: [], placementIds: [], accountIds: [] };

describe('supply directory', () => {
  let db: Connection;
  let stores: ReturnType<typeof createStores>;
  let directory: SupplyDirectory;
  let site: Site;
  let placement: Placement;
  let address: string;

  const createStores = (connection: Connection) => ({
    accounts: createAccountStore(connection, () => new Date()),
    sites: createSiteStore(connection, () => new Date()),
    placements: createPlacementStore(connection),
  });
  const publisherOf = (id: string) => directory.findPlacement(id)?.site.publisher;
  const update = (what: keyof typeof stores, id: string, set: object) =>
    db.collection<{ _id: string }>(what).updateOne({ _id: id }, { $set: set });
  const remove = (what: keyof typeof stores, id: string) =>
    db.collection<{ _id: string }>(what).deleteOne({ _id: id });

  beforeAll(async () => {
    db = await openDatabase(await freshDatabase());
    stores = createStores(db);
  });
  afterAll(() => db.close());

  beforeEach(async () => {
    address = `ads:${anId()}`;
    const publisher = await stores.accounts.insert({
      id: anId(),
      email: null,
      passwordHash: null,
      roles: ['publisher'],
      payoutAddress: address,
      provenAddresses: [address],
    });
    const ids = { id: anId(), publisherId: publisher.id };
    site = await stores.sites.insertOrFind(aSite({ ...ids, host: 'news.example' }));
    placement = await stores.placements.insertOrFind(
      aPlacement({ id: anId(), siteId: site.id, publisherId: publisher.id }),
    );
    directory = new SupplyDirectory({ ...stores, taxonomy, maxEntries: 100 });
  });

  /** Makes a store's answer, once read, wait until it is let go. */
  function holdBack<Argument, Found>(read: (argument: Argument) => Promise<Found>) {
    const wasRead = Promise.withResolvers<undefined>();
    const letGo = Promise.withResolvers<undefined>();
    let isHeld = true;
    const held = async (argument: Argument) => {
      const found = await read(argument);
      if (!isHeld) return found;
      isHeld = false;
      wasRead.resolve(undefined);
      await letGo.promise;
      return found;
    };
    return { held, wasRead: wasRead.promise, letGo: letGo.resolve };
  }

  it('takes up a change of a placement that is told while an older version is being read', async () => {
    const { held, wasRead, letGo } = holdBack((ids: readonly string[]) =>
      stores.placements.listByIds(ids),
    );
    const placements = { ...stores.placements, listByIds: held };
    directory = new SupplyDirectory({ ...stores, taxonomy, placements, maxEntries: 100 });
    const loading = directory.loadPlacements([placement.id]);
    await wasRead;
    await update('placements', placement.id, { status: 'archived' });
    const refreshing = directory.refresh({ ...nothing, placementIds: [placement.id] });
    letGo(undefined);
    await Promise.all([loading, refreshing]);
    expect(directory.findPlacement(placement.id)?.placement.status).toBe('archived');
  });

  it('takes up a change of a publisher that is told while an older version is being read', async () => {
    const { held, wasRead, letGo } = holdBack((id: string) => stores.accounts.findNeeded(id));
    const accounts = { ...stores.accounts, findNeeded: held };
    directory = new SupplyDirectory({ ...stores, taxonomy, accounts, maxEntries: 100 });
    const loading = directory.loadPlacements([placement.id]);
    await wasRead;
    await update('accounts', site.publisherId, { suspendedReason: 'fraud' });
    const refreshing = directory.refresh({ ...nothing, accountIds: [site.publisherId] });
    letGo(undefined);
    await Promise.all([loading, refreshing]);
    expect(publisherOf(placement.id)?.suspendedReason).toBe('fraud');
  });

  it.each([
    ['takes up that a publisher is suspended', { suspendedReason: 'fraud' }, 'fraud'],
    ['keeps a publisher that is about to be removed', { removeAt: new Date() }, null],
  ])('%s for a site that comes while that is being read', async (_case, change, reason) => {
    const { held, wasRead, letGo } = holdBack((id: string) => stores.accounts.findStaying(id));
    const accounts = { ...stores.accounts, findStaying: held };
    directory = new SupplyDirectory({ ...stores, taxonomy, accounts, maxEntries: 100 });
    await directory.loadAccount(address);
    await update('accounts', site.publisherId, change);
    const refreshing = directory.refresh({ ...nothing, accountIds: [site.publisherId] });
    await wasRead;
    await directory.loadPlacements([placement.id]);
    letGo(undefined);
    await refreshing;
    const told = { id: site.publisherId, suspendedReason: reason };
    expect(publisherOf(placement.id)).toMatchObject(told);
  });

  it('knows a publisher no longer by an address that it gave up, and its sites by what it is now', async () => {
    await directory.loadPlacements([placement.id]);
    await directory.loadAccount(address);
    expect(directory.findAccount(address)?.id).toBe(site.publisherId);
    await update('accounts', site.publisherId, { provenAddresses: ['ads:other'], roles: [] });
    await directory.refresh({ ...nothing, accountIds: [site.publisherId] });
    expect(directory.findAccount(address)).toBeNull();
    expect(await directory.loadAccount(address)).toBeNull();
    expect(publisherOf(placement.id)).toMatchObject({ provenAddresses: ['ads:other'], roles: [] });
  });

  it('knows nobody by an address that somebody is only paid at', async () => {
    const paidAt = `ads:${anId()}`;
    await update('accounts', site.publisherId, { payoutAddress: paidAt });
    await directory.loadPlacements([placement.id]);
    expect(directory.findAccount(paidAt)).toBeNull();
    expect(await directory.loadAccount(paidAt)).toBeNull();
  });

  it('tells the sites of a publisher whose account itself is not in memory any more', async () => {
    directory = new SupplyDirectory({ ...stores, taxonomy, maxEntries: 1 });
    await directory.loadPlacements([placement.id]);
    const other = await stores.accounts.insert({
      id: anId(),
      email: null,
      passwordHash: null,
      roles: ['publisher'],
      payoutAddress: null,
    });
    await directory.loadAccount(other.id);
    await update('accounts', site.publisherId, { suspendedReason: 'fraud' });
    await directory.refresh({ ...nothing, accountIds: [site.publisherId] });
    expect(publisherOf(placement.id)?.suspendedReason).toBe('fraud');
  });

  it('forgets a placement that vanished', async () => {
    await directory.loadPlacements([placement.id]);
    expect(directory.findPlacementByKey(placement)).not.toBeNull();
    await remove('placements', placement.id);
    await directory.refresh({ ...nothing, placementIds: [placement.id] });
    expect(directory.findPlacement(placement.id)).toBeNull();
    expect(directory.findPlacementByKey(placement)).toBeNull();
  });

  it('knows a renamed placement by its new name only', async () => {
    await directory.loadPlacements([placement.id]);
    await update('placements', placement.id, { name: 'Top' });
    await directory.refresh({ ...nothing, placementIds: [placement.id] });
    expect(directory.findPlacementByKey(placement)).toBeNull();
    expect(directory.findPlacementByKey({ ...placement, name: 'Top' })).not.toBeNull();
  });

  it('forgets a site that vanished, and its placements with it', async () => {
    await directory.loadPlacements([placement.id]);
    await remove('sites', site.id);
    await directory.refresh({ ...nothing, siteIds: [site.id] });
    expect(directory.findSite(site.publisherId, site.host)).toBeNull();
    expect(directory.findPlacement(placement.id)).toBeUndefined();
    expect(directory.findPlacementByKey(placement)).toBeNull();
    await directory.loadPlacements([placement.id]);
    expect(directory.findPlacement(placement.id)).toBeNull();
  });

  it('knows a site by its new host only', async () => {
    await directory.loadPlacements([placement.id]);
    await update('sites', site.id, { host: 'sport.example' });
    await directory.refresh({ ...nothing, siteIds: [site.id] });
    expect(directory.findSite(site.publisherId, 'news.example')).toBeNull();
    expect(directory.findSite(site.publisherId, 'sport.example')?.domains).toContain('example');
    expect(directory.findPlacement(placement.id)?.site.site.host).toBe('sport.example');
  });

  it('finds the sizes of what it knows by the taxonomy in force', async () => {
    const inForce = { current: defaultTaxonomy };
    directory = new SupplyDirectory({ ...stores, taxonomy: inForce, maxEntries: 100 });
    await update('sites', site.id, { medium: 'metaverse' });
    await update('placements', placement.id, { width: 4096, height: 4096, size: '4096x4096x0' });
    await directory.loadPlacements([placement.id]);
    const scopesOf = () => directory.findPlacement(placement.id)?.scopes;
    expect(scopesOf()).toEqual(['4096x4096']);
    const copy = structuredClone(document);
    const [, metaverse] = copy.media;
    for (const format of metaverse!.formats) format.scopes = ['5000x5000'];
    inForce.current = parseTaxonomy({ ...copy, vendors: [] });
    expect(scopesOf()).toEqual(['5000x5000']);
  });
});
