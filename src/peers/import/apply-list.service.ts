import type { CreativeState } from '../../demand/creatives/creative-state';
import { createId } from '../../id';
import { Pace } from '../../platform/process/pace';
import { dayMs } from '../../time';
import { type ItemChange, type KnownItems, compareItems, digestOfListed } from './compare-items';
import type { PeerImportContext } from './import.context';
import { inPartsAtPace, type Known } from './imported-item.store';
import type { TakenCampaign } from './inventory-reader';
import type { ListedCreative } from './listed-creative';
import type { PeerCreativeStanding, PeerCreativeStore } from './peer-creative.store';

/** The parts of a core that an import gets beside finds, and that the database works for it. */
const importShares = { share: 1 / 6, othersShare: 1 / 4 } as const;
/** New ones that a peer may have within 24 hours: who lists others each time fills no disk. */
const mostNew = { campaigns: 10_000, creatives: 40_000 } as const;

/** The pace of work beside finds, which an import is. */
export const paceOfImport = (): Pace => Pace.besideFinds(importShares);

type Context = Pick<PeerImportContext, 'peerCampaigns' | 'peerCreatives' | 'now' | 'randomBytes'>;
type ListedItem = ReturnType<typeof toListed>;
type KnownCreative = Awaited<ReturnType<PeerCreativeStore['listPresent']>>[number];

/**
 * Brings what is here of a peer to its list: ids stay by the peer’s own ones, over edits, deletion and return. May be
 * repeated at any point.
 *
 * @returns how many are not taken, since too many were new within a day.
 */
export async function applyList(
  ctx: Context,
  peer: string,
  taken: readonly TakenCampaign[],
): Promise<number> {
  const pace = paceOfImport();
  const campaigns = await applyCampaigns(ctx, peer, { taken, pace });
  const listed: ListedItem[] = [];
  for (const { campaign, creatives } of taken) {
    const campaignId = campaigns.idOf.get(campaign.theirId);
    if (campaignId === undefined) continue;
    for (const one of creatives) {
      listed.push(toListed(campaignId, one));
      await pace.rest();
    }
  }
  return campaigns.refused + (await applyCreatives(ctx, peer, { listed, pace }));
}

async function applyCampaigns(
  ctx: Context,
  peer: string,
  { taken, pace }: { readonly taken: readonly TakenCampaign[]; readonly pace: Pace },
) {
  const listed = [];
  for (const { campaign } of taken) {
    const { theirId, ...members } = campaign;
    listed.push({ identity: theirId, members, digest: digestOfListed(members) });
    await pace.rest();
  }
  const found = await findChanges(ctx.peerCampaigns, listed, {
    ...{ peer, most: mostNew.campaigns, now: ctx.now(), pace },
  });
  const toItem = ({ listed: one }: (typeof found.changes)[number]) => {
    const { startsAt, endsAt, hourlyBudget } = one.members;
    const state = { status: 'active', startsAt, endsAt, hourlyBudget, isDeleted: false } as const;
    return { ...one, id: createId(ctx), state };
  };
  await inPartsAtPace(pace, found.changes, (some) =>
    ctx.peerCampaigns.save(peer, some.map(toItem)),
  );
  await inPartsAtPace(pace, found.gone, (some) => ctx.peerCampaigns.leave(peer, some));
  // As they are stored, whoever was first to store them.
  const idOf = new Map<string, string>();
  const identities = listed.map(({ identity }) => identity);
  await inPartsAtPace(pace, identities, async (some) => {
    const stored = await ctx.peerCampaigns.listByIdentities(peer, some);
    for (const { _id, identity } of stored) idOf.set(identity, _id);
  });
  return { idOf, refused: found.refused };
}

async function applyCreatives(
  ctx: Context,
  peer: string,
  { listed, pace }: { readonly listed: readonly ListedItem[]; readonly pace: Pace },
): Promise<number> {
  const now = ctx.now();
  const most = mostNew.creatives;
  const found = await findChanges(ctx.peerCreatives, listed, { peer, most, now, pace });
  const toItem = ({ listed: one, known }: (typeof found.changes)[number]) => {
    const standing = newStandingOf(one.members, known, now);
    const members = { ...one.members, ...standing };
    return { ...one, members, id: createId(ctx), state: newStateOf(standing, known) };
  };
  await inPartsAtPace(pace, found.changes, (some) =>
    ctx.peerCreatives.save(peer, some.map(toItem)),
  );
  await inPartsAtPace(pace, found.gone, (some) => ctx.peerCreatives.leave(peer, some));
  return found.refused;
}

/** Other bytes, another type or size, or another campaign: another creative, which no decision of before is for. */
function toListed(campaignId: string, { theirId, ...creative }: ListedCreative) {
  const { hash, type, scope } = creative;
  const { keywords, ...more } = { campaignId, ...creative };
  const members = { ...more, keywords };
  const identity = [theirId, campaignId, hash, type, scope].join(' ');
  // Of a creative without findings it is what it was before there were any.
  const digest = digestOfListed(Object.keys(keywords).length === 0 ? more : members);
  return { identity, members, digest };
}

/**
 * The bytes are looked at before anybody sees them, and again where they come from another place or come back.
 *
 * @returns null where it stays as it is stored: whoever looks at its bytes meanwhile has the word.
 */
function newStandingOf(
  { serveUrl, mime }: Pick<ListedCreative, 'serveUrl' | 'mime'>,
  known: KnownCreative | null,
  now: Date,
): PeerCreativeStanding | null {
  const isSame = known?.serveUrl === serveUrl && known.mime === mime;
  if (isSame && (known.status === 'rejected' || known.deletedAt === null)) return null;
  return { status: 'draft', nextCheckAt: now };
}

function newStateOf(
  standing: PeerCreativeStanding | null,
  known: KnownCreative | null,
): Partial<CreativeState> {
  return {
    ...(standing !== null && { status: standing.status }),
    ...(known?.deletedAt !== null && { isDeleted: false }),
  };
}

interface ImportedStore<KnownItem extends Known> extends KnownItems<KnownItem> {
  countNew(peer: string, since: Date): Promise<number>;
}

async function findChanges<
  Listed extends { readonly identity: string; readonly digest: string },
  KnownItem extends Known,
>(
  store: ImportedStore<KnownItem>,
  listed: readonly Listed[],
  of: {
    readonly peer: string;
    readonly most: number;
    readonly now: Date;
    readonly pace: Pace;
  },
): Promise<{
  readonly changes: readonly ItemChange<Listed, KnownItem>[];
  readonly gone: readonly string[];
  readonly refused: number;
}> {
  const { peer, most, now, pace } = of;
  const { changed, gone } = await compareItems(listed, { store, peer, pace });
  const since = new Date(now.getTime() - dayMs);
  let room = most - (await store.countNew(peer, since));
  const changes = [];
  for (const change of changed) {
    if (change.known !== null || room-- > 0) changes.push(change);
    await pace.rest();
  }
  return { changes, gone, refused: changed.length - changes.length };
}
