import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { maxStateEntries, type TimedState } from '../../../src/platform/states/state-history';
import {
  archiveSite,
  createOwnedSite,
  updateSite,
} from '../../../src/supply/sites/publisher-site.service';
import { approveSite, rejectSite } from '../../../src/supply/sites/site-review.service';
import { type SiteState, siteStandingAt } from '../../../src/supply/sites/site-state';
import { getOrCreateSite } from '../../../src/supply/sites/site.service';
import { startApp, type TestApp } from '../../support/app';
import { anId } from '../../support/events';
import { addStates, minute } from '../../support/states';

describe('the standing of a site', () => {
  const state = (count: number, change: Partial<SiteState> = {}): TimedState<SiteState> => ({
    at: minute(count),
    status: 'active',
    isDeleted: false,
    ...change,
  });
  const stopped = (kind: string, hasGrace: boolean) => ({ kind, at: minute(1), hasGrace });

  it.each([
    ['active', [state(0)], 'running'],
    ['waiting for approval', [state(0, { status: 'pending' })], null],
    ['approved', [state(0, { status: 'pending' }), state(1)], 'running'],
    ['paused', [state(0), state(1, { status: 'inactive' })], stopped('paused', true)],
    [
      'archived',
      [state(0), state(1, { status: 'archived', isDeleted: true })],
      stopped('archived', true),
    ],
    ['rejected', [state(0), state(1, { status: 'rejected' })], stopped('rejected', false)],
    [
      'archived, and waits for approval anew',
      [state(0), state(1, { status: 'pending' })],
      stopped('rejected', false),
    ],
  ] as const)('that is %s', (_case, states, standing) => {
    expect(siteStandingAt(states, minute(9))).toEqual(standing);
  });
});

describe('the history of a site', () => {
  let app: TestApp;
  let count = 0;

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(() => {
    count = 0;
    app.clock.now = () => minute(count);
  });

  const statesOf = async (id: string) =>
    (await app.ctx.sites.listStates([id]))
      .get(id)!
      .map(({ at, status, isDeleted }) => [at, status, isDeleted]);

  const owned = () => ({
    publisherId: anId(),
    host: `${anId()}.example`,
    name: 'Blog',
  });

  it('begins with a find that makes it', async () => {
    const { id } = await getOrCreateSite(app.ctx, {
      publisherId: anId(),
      host: 'found.example',
      medium: null,
      vendor: null,
    });
    expect(await statesOf(id)).toEqual([[minute(0), 'active', false]]);
  });

  it('has an entry of each change, an archive and a revival among them', async () => {
    const site = owned();
    const { id, publisherId } = await createOwnedSite(app.ctx, site);
    count = 1;
    await updateSite(app.ctx, { id, publisherId, changes: { name: 'Other' } });
    count = 2;
    await updateSite(app.ctx, { id, publisherId, changes: { status: 'inactive' } });
    count = 3;
    await archiveSite(app.ctx, { id, publisherId });
    count = 4;
    await createOwnedSite(app.ctx, site);
    expect(await statesOf(id)).toEqual([
      [minute(0), 'active', false],
      [minute(2), 'inactive', false],
      [minute(3), 'archived', true],
      [minute(4), 'active', false],
    ]);
  });

  it('has an entry of each of the operator’s decisions', async () => {
    const { id } = await createOwnedSite(app.ctx, owned());
    count = 1;
    await rejectSite(app.ctx, id);
    count = 2;
    await approveSite(app.ctx, id);
    expect(await statesOf(id)).toEqual([
      [minute(0), 'active', false],
      [minute(1), 'rejected', false],
      [minute(2), 'active', false],
    ]);
  });

  it('has both of two changes that race, and the newest of very many', async () => {
    const site = await createOwnedSite(app.ctx, owned());
    await Promise.all([
      app.ctx.sites.update(site, { status: 'inactive' }),
      app.ctx.sites.update(site, { status: 'draft' }),
    ]);
    const raced = await statesOf(site.id);
    expect(raced.map(([, status]) => status).sort()).toEqual(['active', 'draft', 'inactive']);
    expect(raced.at(-1)![1]).toBe((await app.ctx.sites.findById(site.id))!.status);
    const earlier = Array.from({ length: maxStateEntries - 5 }, (_, before) => ({
      at: minute(before + 1),
      status: before % 2 === 0 ? 'inactive' : 'active',
    }));
    await addStates(app.ctx.sites, site.id, earlier);
    for (count = earlier.length + 1; count <= maxStateEntries; count += 1)
      await app.ctx.sites.update(site, { status: count % 2 === 0 ? 'active' : 'inactive' });
    const states = await statesOf(site.id);
    expect([states.length, states[0]]).toEqual([maxStateEntries, [minute(1), 'inactive', false]]);
  });

  it('is no part of what is read of sites', async () => {
    const site = await createOwnedSite(app.ctx, owned());
    const read = [
      site,
      await app.ctx.sites.findById(site.id),
      await app.ctx.sites.findByHost(site.publisherId, site.host),
      await app.ctx.sites.update(site, { name: 'Other' }),
      ...(await app.ctx.sites.listByIds([site.id])),
    ];
    expect(read).toHaveLength(5);
    for (const one of read) expect(one).not.toHaveProperty('states');
  });
});
