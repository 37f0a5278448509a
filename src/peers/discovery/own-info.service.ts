import type { PlatformMembers } from '../../platform/platform.members';
import type { PeersMembers } from '../peers.members';
import { AppError } from '../../errors';
import { readProgramVersion } from '../../platform/process/program-version';
import type { PeerMode } from '../directory/peer';

/** The services that tell other servers about this one need this of the context. */
export interface OwnInfoContext
  extends Pick<PlatformMembers, 'config' | 'publicUrl'>,
    Pick<PeersMembers, 'peerMode'> {}

const programVersion = readProgramVersion();

/** Where other servers read our campaigns. */
export const inventoryPath = '/adshares/inventory/list';
export const infoPath = '/info.json';

/** Where this server says what it is, as it announces that: peers compare in lower case. */
export function ownInfoUrl({ publicUrl }: Pick<OwnInfoContext, 'publicUrl'>): string {
  return `${publicUrl}${infoPath}`.toLowerCase();
}

/**
 * Says what this server is, to servers that read strictly: every member has exactly the type that they want.
 *
 * @throws {AppError} `NOT_FOUND` where this server has nothing to do with others.
 * @see docs/peers.md §1
 */
export function tellOwnInfo({ config, peerMode, publicUrl }: OwnInfoContext) {
  assertTold(peerMode);
  const origin = publicUrl.toLowerCase();
  return {
    module: 'adserver',
    name: 'Adgate',
    version: programVersion,
    capabilities: ['ADV', 'PUB'],
    serverUrl: origin,
    panelUrl: origin,
    // There are no pages of their own for these.
    privacyUrl: origin,
    termsUrl: origin,
    inventoryUrl: `${origin}${inventoryPath}`,
    adsAddress: config.ledgerAddress,
    adsTxtDomain: new URL(origin).hostname,
    adsTxtRequired: false,
    joiningFee: 0,
  };
}

/** @throws {AppError} `NOT_FOUND`: as if the path were not there */
export function assertTold(peerMode: PeerMode): void {
  if (peerMode === 'off') throw new AppError('NOT_FOUND', 'this server has no peers');
}
