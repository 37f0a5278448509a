import { truncateIpAddress } from '../../ip-address';
import type { WithRequest } from '../../request-facts';
import type { Account } from '../accounts/account';
import { requireViewer } from '../access/access-rule';
import type { WithViewer } from '../access/viewer';
import type { IdentityMembers } from '../identity.members';
import type { AuditEntry, AuditLogPage, ToldAuditLogPage } from './audit-entry';

/** The reader of entries, and the accounts that they name. */
export interface TellingContext
  extends WithViewer,
    WithRequest,
    Pick<IdentityMembers, 'accounts'> {}

/** Tells a person of entries of the account's own: no email but the account's own is told. */
export function tellOwner(ctx: TellingContext, page: AuditLogPage): ToldAuditLogPage {
  return tell(ctx, page, [requireViewer(ctx).account]);
}

/** Tells an operator of entries, with the emails of everybody in them. */
export async function tellOperator(
  ctx: TellingContext,
  page: AuditLogPage,
): Promise<ToldAuditLogPage> {
  const ids = new Set(page.nodes.flatMap(accountIdsOf));
  return tell(ctx, page, await ctx.accounts.listByIds([...ids]));
}

function accountIdsOf(entry: AuditEntry): readonly string[] {
  const ids = [entry.accountId, entry.actingForId, accountIdOf(entry)];
  return ids.filter((id) => id !== null);
}

/** The account that was changed; null for other objects. */
function accountIdOf({ objectKind, objectId }: AuditEntry): string | null {
  return objectKind === 'Account' ? objectId : null;
}

function tell(
  { request }: WithRequest,
  { nodes, pageInfo }: AuditLogPage,
  known: readonly Account[],
): ToldAuditLogPage {
  const emails = new Map(known.map(({ id, email }) => [id, email]));
  const emailOf = (id: string | null) => (id === null ? null : (emails.get(id) ?? null));
  const network = truncateIpAddress(request.remoteAddress);
  const told = nodes.map((entry) => ({
    ...entry,
    objectName: entry.objectName ?? emailOf(accountIdOf(entry)),
    actorEmail: emailOf(entry.accountId),
    actingForEmail: emailOf(entry.actingForId),
    isReadersNetwork: network !== null && entry.network === network,
  }));
  return { nodes: told, pageInfo };
}
