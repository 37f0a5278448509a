import type { RequestContext } from '../context';
import { requireViewer } from '../../identity/access/access-rule';
import type { AuditedObject } from '../../identity/audit/audit-entry';
import { isRecord } from '../../record';

/** The object that a mutation names. */
export interface NamedObject {
  readonly objectKind: string;
  readonly objectId: string;
}

type Reader = (ctx: RequestContext, id: string) => Promise<object | null>;

/** Objects of the viewer's account, by their types. */
const readersOfOwner: Readonly<Record<string, Reader>> = {
  BidStrategy: (ctx, id) => ctx.bidStrategies.findOwned(ownerId(ctx), id),
  Campaign: (ctx, id) => ctx.campaigns.findOwned(ownerId(ctx), id),
  Conversion: (ctx, id) => ctx.conversions.findOwned(ownerId(ctx), id),
  async Creative(ctx, id) {
    const creative = await ctx.creatives.findById(id);
    return creative?.advertiserId === ownerId(ctx) ? creative : null;
  },
  Placement: (ctx, id) => ctx.placements.findOwned(ownerId(ctx), id),
  Site: (ctx, id) => ctx.sites.findOwned(ownerId(ctx), id),
  Webhook: (ctx, id) => ctx.webhooks.findOwned(ownerId(ctx), id),
};

/** Objects that operators change, whoever has them. */
const readersOfOperator: Readonly<Record<string, Reader>> = {
  Account: (ctx, id) => ctx.accounts.findById(id),
  Creative: (ctx, id) => ctx.creatives.findById(id),
  Site: (ctx, id) => ctx.sites.findById(id),
};

const ownerId = (ctx: RequestContext) => requireViewer(ctx).account.id;

/**
 * An object before a mutation changes it; null for a kind without names and values to tell of, and for an object that the
 * caller may not see: the caller reads the entry.
 *
 * @param party the caller's part in the mutation
 */
export async function findAuditedObject(
  ctx: RequestContext,
  { objectKind, objectId }: NamedObject,
  party: 'owner' | 'operator',
): Promise<Readonly<Record<string, unknown>> | null> {
  const read = (party === 'owner' ? readersOfOwner : readersOfOperator)[objectKind];
  const found: unknown = read ? await read(ctx, objectId) : null;
  return isRecord(found) ? found : null;
}

/** The name of an object, as far as it has one. */
export function nameOf(
  object: Readonly<Record<string, unknown>> | null,
): AuditedObject['objectName'] {
  const name = object?.['name'];
  return typeof name === 'string' ? name.slice(0, longestName) : null;
}

/** Longest name that an entry keeps, in characters. */
const longestName = 255;
