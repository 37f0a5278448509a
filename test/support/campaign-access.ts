import { createBidStrategy } from '../../src/demand/bid-strategies/bid-strategy.service';
import { createCampaign } from '../../src/demand/campaigns/campaign-creation.service';
import type { OperationRow, RouteRow } from './access-row';
import type { AccessWorld } from './access-world';
import { aCampaign } from './campaigns';

/** A draft of the owner's. */
export async function campaignIdOf({ app, owner }: AccessWorld): Promise<string> {
  return (await createCampaign(app.ctx, aCampaign({ advertiserId: owner.id }))).id;
}

async function bidStrategyIdOf({ app, owner }: AccessWorld): Promise<string> {
  const params = { advertiserId: owner.id, name: 'Mine', medium: 'web', vendor: null };
  return (await createBidStrategy(app.ctx, params)).id;
}

const newCampaign = `input: {
  name: "Spring", status: draft, landingUrl: "https://shop.example/", medium: "web",
  hourlyBudget: "5", startsAt: "2026-01-01T00:00:00Z"
}`;
const read = { rule: 'campaign.read' } as const;
const write = { rule: 'campaign.write' } as const;

export const campaignOperationAccess: Readonly<Record<string, OperationRow>> = {
  'Query.bidStrategies': { ...read, other: 'own' },
  'Mutation.createBidStrategy': {
    ...write,
    arguments: () => 'name: "Mine", medium: "web"',
    other: 'own',
  },
  'Mutation.renameBidStrategy': {
    ...write,
    arguments: async (world) => `id: "${await bidStrategyIdOf(world)}", name: "Yours"`,
    other: 'NOT_FOUND',
  },
  'Mutation.deleteBidStrategy': {
    ...write,
    arguments: async (world) => `id: "${await bidStrategyIdOf(world)}"`,
    other: 'NOT_FOUND',
  },
  'Query.allCampaigns': { rule: 'operator', other: 'own' },
  'Query.campaigns': { ...read, other: 'own' },
  'Query.campaignMinimums': { ...read, other: 'own' },
  'Query.validateCampaign': { ...read, arguments: () => newCampaign, other: 'own' },
  'Query.campaign': {
    ...read,
    arguments: async (world) => `id: "${await campaignIdOf(world)}"`,
    other: 'NOT_FOUND',
  },
  'Mutation.createCampaign': { ...write, arguments: () => newCampaign, other: 'own' },
  'Mutation.updateCampaign': {
    ...write,
    arguments: async (world) => `id: "${await campaignIdOf(world)}", input: { name: "Yours" }`,
    other: 'NOT_FOUND',
  },
  'Mutation.cloneCampaign': {
    ...write,
    arguments: async (world) => `id: "${await campaignIdOf(world)}"`,
    other: 'NOT_FOUND',
  },
  'Mutation.deleteCampaign': {
    ...write,
    arguments: async (world) => `id: "${await campaignIdOf(world)}"`,
    other: 'NOT_FOUND',
  },
};

const ofCampaign: RouteRow = {
  request: async (world) => ({ params: { id: await campaignIdOf(world) } }),
  other: 'NOT_FOUND',
};

const body = {
  name: 'Spring',
  status: 'draft',
  targetUrl: 'https://shop.example/',
  medium: 'web',
  budget: 5,
  dateStart: '2026-01-01T00:00:00Z',
};

export const campaignRouteAccess: Readonly<Record<string, RouteRow>> = {
  'GET /api/v2/campaigns': { other: 'own' },
  'POST /api/v2/campaigns': { request: () => ({ body }), other: 'own' },
  'GET /api/v2/campaigns/:id': ofCampaign,
  'POST /api/v2/campaigns/:id': ofCampaign,
  'PATCH /api/v2/campaigns/:id': ofCampaign,
  'DELETE /api/v2/campaigns/:id': ofCampaign,
};
