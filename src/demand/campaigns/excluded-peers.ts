import { isAccountAddress } from '../../../sidecar/ledger/address';
import { listOf, member } from '../../input-members';
import { type Kind, kind } from '../../platform/resources/kinds';

const mostPeers = 100;

/** Stored in upper case, as servers are known by it. */
const peerAddress = {
  ...kind.plainText,
  input: member(
    (value) => {
      const address = typeof value === 'string' ? value.toUpperCase() : value;
      return isAccountAddress(address)
        ? { value: address }
        : 'must be an address of an account on the ledger, such as 0001-00000001-8B4E';
    },
    { type: 'string', pattern: '^[0-9A-Fa-f]{4}-[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}$' },
  ),
  example: '0001-00000001-8B4E',
};

/** Other servers, by their accounts on the ledger. */
export const peersKind: Kind<readonly string[]> = {
  ...kind.listOf(peerAddress, listOf(peerAddress.input, { most: mostPeers })),
  range: `at most ${mostPeers}`,
  example: [],
};

interface PeerTerms {
  readonly showsOnPeers: boolean;
  readonly requiresViewability: boolean;
  readonly excludedPeers: readonly string[];
}

/** Says that a campaign may be on the sites of a server: nothing measures views there. */
export const isShownOn = (
  { showsOnPeers, requiresViewability, excludedPeers }: PeerTerms,
  address: string,
): boolean => showsOnPeers && !requiresViewability && !excludedPeers.includes(address);
