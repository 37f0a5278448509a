import { createConversion } from '../../src/demand/conversions/conversion.service';
import { createOwnedPlacement } from '../../src/supply/placements/publisher-placement.service';
import { createOwnedSite } from '../../src/supply/sites/publisher-site.service';
import { claimSite } from '../../src/supply/site-claims/site-claim.service';
import { rejectSite } from '../../src/supply/sites/site-review.service';
import type { OperationRow, RouteRow } from './access-row';
import type { AccessWorld } from './access-world';
import { campaignIdOf } from './campaign-access';
import { aNewConversion } from './conversions';

let hosts = 0;
const aHost = () => `access${(hosts += 1)}.example`;

export async function siteIdOf({ app, owner }: AccessWorld): Promise<string> {
  const site = await createOwnedSite(app.ctx, {
    publisherId: owner.id,
    host: aHost(),
    name: 'Mine',
  });
  return site.id;
}

async function placementIdOf(world: AccessWorld): Promise<string> {
  const placement = await createOwnedPlacement(world.app.ctx, {
    publisherId: world.owner.id,
    siteId: await siteIdOf(world),
    name: 'Mine',
    size: '300x250',
  });
  return placement.id;
}

async function conversionIdOf(world: AccessWorld): Promise<string> {
  const campaignId = await campaignIdOf(world);
  const conversion = await createConversion(
    world.app.ctx,
    aNewConversion({ advertiserId: world.owner.id, campaignId, value: 1n }),
  );
  return conversion.id;
}

const ofCampaign = { rule: 'campaign.write', other: 'NOT_FOUND' } as const;
const ofSite = { rule: 'site.write', other: 'NOT_FOUND' } as const;
const operator = { rule: 'operator', other: 'own' } as const;
const readsSite = { rule: 'site.read', other: 'NOT_FOUND' } as const;
const aCase = `id: "${'a'.repeat(32)}", caseId: "${'b'.repeat(32)}"`;

/** Sites, placements, conversions and the taxonomy. */
export const publisherOperationAccess: Readonly<Record<string, OperationRow>> = {
  'Query.mediumForVendor': { rule: 'everybody', arguments: () => 'name: "web"' },
  'Query.sites': { rule: 'site.read', other: 'own' },
  'Query.site': { ...readsSite, arguments: async (world) => `id: "${await siteIdOf(world)}"` },
  'Query.adsTxtCheck': {
    ...readsSite,
    arguments: async (world) => `siteId: "${await siteIdOf(world)}", text: ""`,
  },
  'Query.siteCreatives': {
    ...readsSite,
    arguments: async (world) => `siteId: "${await siteIdOf(world)}"`,
  },
  'Mutation.createSite': {
    rule: 'site.write',
    arguments: () => `input: { url: "https://${aHost()}", name: "Mine" }`,
    other: 'own',
  },
  'Mutation.updateSite': {
    ...ofSite,
    arguments: async (world) => `id: "${await siteIdOf(world)}", input: { name: "Yours" }`,
  },
  'Mutation.archiveSite': {
    ...ofSite,
    arguments: async (world) => `id: "${await siteIdOf(world)}"`,
  },
  'Query.allSites': operator,
  'Mutation.approveSite': {
    ...operator,
    arguments: async (world) => {
      const id = await siteIdOf(world);
      await rejectSite(world.app.ctx, id);
      return `id: "${id}"`;
    },
  },
  'Mutation.rejectSite': {
    ...operator,
    arguments: async (world) => `id: "${await siteIdOf(world)}"`,
  },
  'Mutation.claimSite': {
    ...operator,
    arguments: ({ owner }) => `host: "${aHost()}", accountId: "${owner.id}"`,
  },
  'Mutation.claimSiteByAdsTxt': {
    ...ofSite,
    arguments: async (world) => `siteId: "${await siteIdOf(world)}"`,
    // A server looks at no file unless its settings say so.
    owner: 'FORBIDDEN',
  },
  'Mutation.releaseSite': {
    ...operator,
    arguments: async ({ app, owner }) => {
      const host = aHost();
      await claimSite(app.ctx, { host, accountId: owner.id });
      return `host: "${host}"`;
    },
  },
  'Mutation.decideOnCreatives': {
    ...ofSite,
    arguments: async (world) => `siteId: "${await siteIdOf(world)}", decisions: {}`,
  },
  'Mutation.changeSiteBlocks': {
    ...ofSite,
    arguments: async (world) => `siteId: "${await siteIdOf(world)}", decisions: {}`,
  },
  'Query.placements': {
    ...readsSite,
    arguments: async (world) => `siteId: "${await siteIdOf(world)}"`,
  },
  'Query.placement': {
    ...readsSite,
    arguments: async (world) => `id: "${await placementIdOf(world)}"`,
  },
  'Mutation.createPlacement': {
    ...ofSite,
    arguments: async (world) =>
      `siteId: "${await siteIdOf(world)}", input: { name: "Top", size: "300x250" }`,
  },
  'Mutation.updatePlacement': {
    ...ofSite,
    arguments: async (world) => `id: "${await placementIdOf(world)}", input: { name: "Yours" }`,
  },
  'Mutation.archivePlacement': {
    ...ofSite,
    arguments: async (world) => `id: "${await placementIdOf(world)}"`,
  },
  'Mutation.createConversion': {
    ...ofCampaign,
    arguments: async (world) =>
      `campaignId: "${await campaignIdOf(world)}", input: { name: "A", type: basic, eventType: "B", value: "1" }`,
  },
  'Mutation.updateConversion': {
    ...ofCampaign,
    arguments: async (world) => `id: "${await conversionIdOf(world)}", input: { name: "Yours" }`,
  },
  'Mutation.deleteConversion': {
    ...ofCampaign,
    arguments: async (world) => `id: "${await conversionIdOf(world)}"`,
  },
  'Mutation.setClickConversion': {
    ...ofCampaign,
    arguments: async (world) => `campaignId: "${await campaignIdOf(world)}", mode: basic`,
  },
  // An offer has to be seen before its conversion: here is tested only that nobody is asked for a token.
  'Mutation.recordConversion': { rule: 'everybody', arguments: () => aCase, owner: 'NOT_FOUND' },
  'Mutation.recordClickConversion': {
    rule: 'everybody',
    arguments: () => aCase,
    owner: 'NOT_FOUND',
  },
};

export const publisherRouteAccess: Readonly<Record<string, RouteRow>> = {
  'GET /supply/preview/:id': {
    other: 'NOT_FOUND',
    request: async (world) => ({ params: { id: await placementIdOf(world) } }),
  },
  'GET /api/v2/taxonomy/media': { other: 'own' },
  'GET /api/v2/taxonomy/media/:medium': {
    request: () => ({ params: { medium: 'web' } }),
    other: 'own',
  },
  'GET /api/v2/taxonomy/media/:medium/vendors': {
    request: () => ({ params: { medium: 'web' } }),
    other: 'own',
  },
  'GET /kw/kl/:name': {},
  'GET /kw/:name': {},
  'POST /kw/kl/:name': {},
  'POST /kw/:name': {},
};
