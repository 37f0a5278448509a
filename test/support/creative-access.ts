import { createCampaign } from '../../src/demand/campaigns/campaign-creation.service';
import type { Creative } from '../../src/demand/creatives/creative.resource';
import { rejectCreative } from '../../src/demand/creatives/creative-review.service';
import { createCreative } from '../../src/demand/creatives/creative.service';
import { createUpload } from '../../src/demand/uploads/upload.service';
import type { OperationRow, RouteRow } from './access-row';
import type { AccessWorld } from './access-world';
import { campaignIdOf } from './campaign-access';
import { aCampaign, aPng } from './campaigns';

async function creativeOf({ app, owner }: AccessWorld): Promise<Creative> {
  const campaign = await createCampaign(app.ctx, aCampaign({ advertiserId: owner.id }));
  return createCreative(app.ctx, {
    advertiserId: owner.id,
    campaignId: campaign.id,
    name: 'Mine',
    type: 'image',
    content: aPng('88x31'),
  });
}

async function uploadIdOf({ app, owner }: AccessWorld): Promise<string> {
  const upload = await createUpload(app.ctx, {
    advertiserId: owner.id,
    medium: 'web',
    vendor: null,
    type: 'direct',
    scope: 'pop-up',
    file: null,
  });
  return upload.id;
}

async function ownCreative(world: AccessWorld, more = ''): Promise<string> {
  const { id, campaignId } = await creativeOf(world);
  return `campaignId: "${campaignId}", id: "${id}"${more}`;
}

const read = { rule: 'campaign.read', other: 'NOT_FOUND' } as const;
const write = { rule: 'campaign.write', other: 'NOT_FOUND' } as const;
const operator = { rule: 'operator', other: 'own' } as const;

/** Uploads, creatives and what classifiers say of them. */
export const creativeOperationAccess: Readonly<Record<string, OperationRow>> = {
  'Query.creative': { ...read, arguments: (world) => ownCreative(world) },
  'Query.creatives': {
    ...read,
    arguments: async (world) => `campaignId: "${await campaignIdOf(world)}"`,
  },
  'Mutation.createUpload': {
    ...write,
    arguments: () => 'input: { medium: "web", type: direct, scope: "pop-up" }',
    other: 'own',
  },
  'Mutation.createCreative': {
    ...write,
    arguments: async (world) =>
      `campaignId: "${await campaignIdOf(world)}", input: { fileId: "${await uploadIdOf(world)}", name: "Mine" }`,
  },
  'Mutation.updateCreative': {
    ...write,
    arguments: (world) => ownCreative(world, ', input: { name: "Yours" }'),
  },
  'Mutation.deleteCreative': { ...write, arguments: (world) => ownCreative(world) },
  'Query.allCreatives': operator,
  'Mutation.approveCreative': {
    ...operator,
    arguments: async (world) => `id: "${(await creativeOf(world)).id}"`,
  },
  'Mutation.approveCreatives': {
    ...operator,
    arguments: async (world) => `input: { ids: ["${(await creativeOf(world)).id}"] }`,
  },
  'Mutation.rejectCreative': {
    ...operator,
    arguments: async (world) => `id: "${(await creativeOf(world)).id}", reason: "misleading"`,
  },
  'Mutation.restoreCreative': {
    ...operator,
    arguments: async (world) => {
      const { id } = await creativeOf(world);
      await rejectCreative(world.app.ctx, { id, reason: 'misleading' });
      return `id: "${id}"`;
    },
  },
  'Mutation.setClassification': {
    ...operator,
    arguments: async (world) =>
      `input: { id: "${(await creativeOf(world)).id}", classifier: "staff", status: success }`,
  },
  'Mutation.recordClassifications': { rule: 'everybody' },
};

const ofCampaign: RouteRow = {
  request: async (world) => ({ params: { campaignId: await campaignIdOf(world) } }),
  other: 'NOT_FOUND',
};
const ofCreative: RouteRow = {
  request: async (world) => {
    const { id, campaignId } = await creativeOf(world);
    return { params: { campaignId, id } };
  },
  other: 'NOT_FOUND',
};
const list = '/api/v2/campaigns/:campaignId/creatives';

export const creativeRouteAccess: Readonly<Record<string, RouteRow>> = {
  // Takes a form with a file.
  'POST /api/v2/campaigns/creative': { owner: 'UNSUPPORTED_MEDIA_TYPE', other: 'own' },
  [`GET ${list}`]: ofCampaign,
  [`POST ${list}`]: {
    request: async (world) => ({
      params: { campaignId: await campaignIdOf(world) },
      body: { fileId: await uploadIdOf(world), name: 'Mine' },
    }),
    other: 'NOT_FOUND',
  },
  [`GET ${list}/:id`]: ofCreative,
  [`POST ${list}/:id`]: ofCreative,
  [`PATCH ${list}/:id`]: ofCreative,
  [`DELETE ${list}/:id`]: ofCreative,
  'POST /callback/classifications/:classifier': {},
  'PATCH /callback/classifications/:classifier': {},
};
