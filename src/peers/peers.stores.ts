import type { Connection } from 'mongoose';
import { createPeerSettingsStore } from './directory/peer-settings.store';
import { createPeerStore } from './directory/peer.store';
import { createPeerScanStore } from './discovery/peer-scan.store';
import { createPeerCampaignStore } from './import/peer-campaign.store';
import { createPeerCheckDayStore } from './import/peer-check-day.store';
import { createPeerCreativeStore } from './import/peer-creative.store';
import { createPeerImportStore } from './import/peer-import.store';

/** Makes the stores of this wing, which are members of the context. */
export function createPeersStores(db: Connection, { now }: { readonly now: () => Date }) {
  return {
    peers: createPeerStore(db, now),
    peerSettings: createPeerSettingsStore(db, now),
    peerScans: createPeerScanStore(db),
    peerCampaigns: createPeerCampaignStore(db, now),
    peerCreatives: createPeerCreativeStore(db, now),
    peerImports: createPeerImportStore(db, now),
    peerCheckDays: createPeerCheckDayStore(db, now),
  };
}
