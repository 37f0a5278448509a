import { truncateIpAddress } from '../../ip-address';
import type { WithRequest } from '../../request-facts';
import type { WithViewer } from '../access/viewer';
import type { AuditActor } from './audit-entry';

/** Tells who sent a request. */
export function actorOf({ viewer, request }: WithRequest & WithViewer): AuditActor {
  const network = truncateIpAddress(request.remoteAddress);
  const nobody = { actingForId: null, tokenId: null, clientId: null, systemUser: null, network };
  if (!viewer) return { ...nobody, accountId: null, credential: 'none' };
  const { account, credential } = viewer;
  if (credential.kind === 'accessToken') {
    const { kind, id: tokenId, clientId } = credential;
    return { ...nobody, accountId: account.id, credential: kind, tokenId, clientId };
  }
  const { kind, operatorId } = credential;
  if (operatorId === undefined) return { ...nobody, accountId: account.id, credential: kind };
  return { ...nobody, accountId: operatorId, actingForId: account.id, credential: kind };
}
