import { applyList } from '../../src/peers/import/apply-list.service';
import type { PeerImportContext } from '../../src/peers/import/import.context';
import type { ListedCampaign } from '../../src/peers/import/listed-campaign';
import type { ListedCreative } from '../../src/peers/import/listed-creative';
import { anId } from '../support/events';

const demand = 'https://demand.example';
const nobody = { user: {}, site: {}, device: {} };

const aTakenCampaign = (changes: Partial<ListedCampaign> = {}): ListedCampaign => ({
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

/**
 * Imports a list of one campaign with one creative, whose bytes are found to be right. What the server had listed before
 * leaves.
 *
 * @returns their ids here
 */
export async function importOne(
  ctx: Pick<PeerImportContext, 'peerCampaigns' | 'peerCreatives' | 'now' | 'randomBytes'>,
  peer: string,
  listed: { campaign?: Partial<ListedCampaign>; creative?: Partial<ListedCreative> } = {},
): Promise<{ readonly campaignId: string; readonly creativeId: string }> {
  const campaign = aTakenCampaign(listed.campaign);
  const creative = aTakenCreative(listed.creative);
  await applyList(ctx, peer, [{ campaign, creatives: [creative] }]);
  const [due] = await ctx.peerCreatives.listDue(peer);
  if (due === undefined) throw new Error('nothing was imported');
  await ctx.peerCreatives.noteCheck(due, {
    ...{ status: 'active', nextCheckAt: null, checkFailures: 0, checkProblem: null },
  });
  const [sold] = await ctx.peerCampaigns.listPresent(peer);
  return { campaignId: sold?._id ?? '', creativeId: due.id };
}
