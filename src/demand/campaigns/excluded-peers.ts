import { listOf, member } from '../../input-members';
import { readPeerAccount } from '../../peer-account';
import { type Kind, kind } from '../../platform/resources/kinds';
import type { CampaignPriority } from './campaign-priority';

const mostPeers = 100;

/** Stored in upper case, as servers are known by it. */
const peerAddress = {
  ...kind.plainText,
  input: member(
    (value) => {
      const address = readPeerAccount(value);
      return address === null
        ? 'must be an address of an account on the ledger, such as 0001-00000001-8B4E'
        : { value: address };
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
  readonly priority: CampaignPriority;
  readonly requiresViewability: boolean;
  readonly excludedPeers: readonly string[];
}

/** Says that a campaign may be on the sites of a server: nothing measures views there, and none is its account's own. */
export const isShownOn = (terms: PeerTerms, address: string): boolean =>
  mayLeave(terms) && !terms.excludedPeers.includes(address);

/** Says that a campaign may be on sites of other servers at all. */
export const mayLeave = ({
  showsOnPeers,
  priority,
  requiresViewability,
}: Omit<PeerTerms, 'excludedPeers'>): boolean =>
  showsOnPeers && priority === 'standard' && !requiresViewability;

/** Says that visitors of whom nothing is known may see a campaign, or a creative of it. Other servers tell nobody here who theirs are. */
export const isForUnknown = (
  { showsToUnknownVisitors }: { readonly showsToUnknownVisitors: boolean },
  { frequencyCaps }: { readonly frequencyCaps: readonly string[] | null },
): boolean => frequencyCaps === null || showsToUnknownVisitors;
