import { createHash } from 'node:crypto';
import type { CreativeState } from '../../demand/creatives/creative-state';
import { createId } from '../../id';
import { Pace } from '../../platform/process/pace';
import { dayMs } from '../../time';
import type { PeerImportContext } from './import.context';
import type { ImportedItem } from './imported-item.store';
import type { TakenCreative, TakenList } from './inventory-reader';
import { ItemsOfPeer } from './items-of-peer';
import type { ListedCampaign } from './listed-campaign';
import type { ListedCreative } from './listed-creative';
import type { PeerCreativeStanding, PeerCreativeStore } from './peer-creative.store';

/** The parts of a core that an import gets beside finds, and that the database works for it. */
const importShares = { share: 1 / 6, othersShare: 1 / 4 } as const;
/** New ones that a peer may have within 24 hours: who lists others each time fills no disk. */
const mostNew = { campaigns: 10_000, creatives: 40_000 } as const;

/** The pace of work beside finds, which an import is. */
export const paceOfImport = (): Pace => Pace.besideFinds(importShares);

type Context = Pick<PeerImportContext, 'peerCampaigns' | 'peerCreatives' | 'now' | 'randomBytes'>;
type KnownCreative = Awaited<ReturnType<PeerCreativeStore['listByIdentities']>>[number];

/**
 * Brings what is here of a peer to its list: ids stay by the peer’s own ones, over edits, deletion and return. May be
 * repeated at any point.
 *
 * @returns how many are not taken, since too many were new within a day.
 */
export async function applyList(ctx: Context, peer: string, taken: TakenList): Promise<number> {
  const now = ctx.now();
  const yesterday = new Date(now.getTime() - dayMs);
  const shared = { peer, pace: paceOfImport(), newId: () => createId(ctx) };
  const campaigns = new ItemsOfPeer(ctx.peerCampaigns, {
    ...shared,
    room: mostNew.campaigns - (await ctx.peerCampaigns.countNew(peer, yesterday)),
    toChange: toCampaignChange,
  });
  const creatives = new ItemsOfPeer(ctx.peerCreatives, {
    ...shared,
    room: mostNew.creatives - (await ctx.peerCreatives.countNew(peer, yesterday)),
    toChange: (one: ListedCreativeItem, known: KnownCreative | null) =>
      toCreativeChange(one, known, now),
  });
  const idOf = new Map<string, string>();
  for (const part of taken.campaigns) {
    const { known, added } = await campaigns.take(part.map(toCampaignItem));
    // As they are stored, whoever was first to store them.
    const stored = [...known, ...(await campaigns.stored(added))];
    for (const { _id, identity } of stored) idOf.set(identity, _id);
  }
  await campaigns.leaveOthers();
  for (const part of taken.creatives)
    await creatives.take(part.flatMap((one) => toCreativeItem(one, idOf) ?? []));
  await creatives.leaveOthers();
  return campaigns.refused + creatives.refused;
}

function toCampaignItem({ theirId, ...members }: ListedCampaign) {
  return { identity: theirId, members, digest: digestOfListed(members) };
}

function toCampaignChange({ members }: ReturnType<typeof toCampaignItem>) {
  const { startsAt, endsAt, hourlyBudget } = members;
  const state = { status: 'active', startsAt, endsAt, hourlyBudget, isDeleted: false } as const;
  return { members, state };
}

type ListedCreativeItem = NonNullable<ReturnType<typeof toCreativeItem>>;

/**
 * Other bytes, another type or size, or another campaign: another creative, which no decision of before is for.
 *
 * @returns null for a creative of a campaign that is not stored.
 */
function toCreativeItem(
  { theirId, theirCampaignId, ...creative }: TakenCreative,
  idOf: ReadonlyMap<string, string>,
) {
  const campaignId = idOf.get(theirCampaignId);
  if (campaignId === undefined) return null;
  const { hash, type, scope } = creative;
  const { keywords, ...more } = { campaignId, ...creative };
  const members = { ...more, keywords };
  const identity = [theirId, campaignId, hash, type, scope].join(' ');
  // Of a creative without findings it is what it was before there were any.
  const digest = digestOfListed(Object.keys(keywords).length === 0 ? more : members);
  return { identity, members, digest };
}

function toCreativeChange(
  { members }: ListedCreativeItem,
  known: KnownCreative | null,
  now: Date,
): Pick<ImportedItem<CreativeState>, 'members' | 'state'> {
  const standing = newStandingOf(members, known, now);
  const state = {
    ...(standing !== null && { status: standing.status }),
    ...(known?.deletedAt !== null && { isDeleted: false }),
  };
  return { members: { ...members, ...standing }, state };
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

/** Of all that a peer says of something: 32 hex digits. */
function digestOfListed(listed: object): string {
  const text = JSON.stringify(listed, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
