import { applyList } from '../../src/peers/import/apply-list.service';
import type { PeersMembers } from '../../src/peers/peers.members';
import type { PeerImportContext } from '../../src/peers/import/import.context';
import type { TakenList } from '../../src/peers/import/inventory-reader';
import type { ListedCampaign } from '../../src/peers/import/listed-campaign';
import type { ListedCreative } from '../../src/peers/import/listed-creative';
import { anId } from '../support/events';

const demand = 'https://demand.example';
const nobody = { user: {}, site: {}, device: {} };

/** A campaign of a list with its creatives. */
export interface TakenCampaign {
  readonly campaign: ListedCampaign;
  readonly creatives: readonly ListedCreative[];
}

export const toList = (taken: readonly TakenCampaign[]): TakenList => ({
  campaigns: [taken.map(({ campaign }) => campaign)],
  creatives: taken.map(({ campaign, creatives }) =>
    creatives.map((one) => ({ theirCampaignId: campaign.theirId, ...one })),
  ),
});

export function toTaken(list: TakenList): readonly TakenCampaign[] {
  const creatives = [...list.creatives].flat();
  return [...list.campaigns].flat().map((campaign) => ({
    campaign,
    creatives: creatives
      .filter(({ theirCampaignId }) => theirCampaignId === campaign.theirId)
      .map(({ theirCampaignId: _of, ...creative }) => creative),
  }));
}

export const aTakenCampaign = (changes: Partial<ListedCampaign> = {}): ListedCampaign => ({
  theirId: anId(),
  ...{ landingUrl: 'https://shop.example/', medium: 'web', vendor: null },
  ...{ startsAt: new Date('2026-01-01T00:00:00Z'), endsAt: null },
  ...{ maxCpm: 10n ** 11n, maxCpc: 0n, hourlyBudget: 10n ** 11n },
  targeting: { requires: nobody, excludes: nobody },
  ...changes,
});

export const aTakenCreative = (changes: Partial<ListedCreative> = {}): ListedCreative => ({
  theirId: anId(),
  ...({ type: 'image', mime: 'image/png', scope: '300x250', hash: 'a'.repeat(40) } as const),
  serveUrl: `${demand}/serve/1`,
  viewUrl: `${demand}/view/1`,
  clickUrl: `${demand}/click/1?a=b`,
  keywords: {},
  ...changes,
});

type PausedContext = Pick<PeersMembers, 'peerSettings' | 'peerDirectory'>;
type Context = PausedContext &
  Pick<PeerImportContext, 'peerCampaigns' | 'peerCreatives' | 'now' | 'randomBytes'>;

/** Does something while no job of the gateway asks other servers: else one may find that nobody has an imported creative's bytes. */
export async function whilePaused<Result>(
  ctx: PausedContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const { pausedAt } = await ctx.peerSettings.get();
  await ctx.peerSettings.setPaused(pausedAt ?? new Date());
  const result = await work();
  await ctx.peerSettings.setPaused(pausedAt);
  await ctx.peerDirectory.load();
  return result;
}

/**
 * Imports a list of one campaign, whose creatives' bytes are found to be right. What the server had listed before leaves.
 *
 * @returns ids here
 */
export async function importCampaign(
  ctx: Context,
  peer: string,
  taken: TakenCampaign,
): Promise<{ readonly campaignId: string; readonly creativeIds: readonly string[] }> {
  const due = await whilePaused(ctx, async () => {
    await applyList(ctx, peer, toList([taken]));
    const listed = await ctx.peerCreatives.listDue(peer);
    for (const creative of listed)
      await ctx.peerCreatives.noteCheck(creative, {
        ...{ status: 'active', nextCheckAt: null, checkFailures: 0, checkProblem: null },
      });
    return listed;
  });
  const [sold] = await ctx.peerCampaigns.listPresent(peer);
  return { campaignId: sold?._id ?? '', creativeIds: due.map(({ id }) => id) };
}

/** The same of a campaign with one creative. */
export async function importOne(
  ctx: Context,
  peer: string,
  listed: { campaign?: Partial<ListedCampaign>; creative?: Partial<ListedCreative> } = {},
): Promise<{ readonly campaignId: string; readonly creativeId: string }> {
  const { campaignId, creativeIds } = await importCampaign(ctx, peer, {
    campaign: aTakenCampaign(listed.campaign),
    creatives: [aTakenCreative(listed.creative)],
  });
  const [creativeId] = creativeIds;
  if (creativeId === undefined) throw new Error('nothing was imported');
  return { campaignId, creativeId };
}
