import { join } from 'node:path';
import type { ServiceContext } from '../api/context';
import { createId } from '../id';
import { drawRandomBytes } from '../random-bytes';
import { createReportLimiter } from '../market/creative-reports/report-limiter';
import { EventJournal } from '../market/events/event-journal';
import { EventLog } from '../market/events/event-log';
import { FindSampler } from '../market/replay/find-sampler';
import { RecentFinds } from '../market/replay/recent-finds';
import { FindObserver } from '../market/outcomes/find-observer';
import { UnseenOffers } from '../market/serving/unseen-offers';
import { createOutages } from '../platform/process/outages';
import { makeSharedFolder, openSharedFolder } from '../platform/process/shared-folder';
import { SharedLog } from '../platform/process/shared-log';
import { isWorker } from '../platform/process/worker';
import {
  createCreationLimiter,
  createFoundSupplyLimiter,
  createUnclaimedSiteLimiter,
} from '../market/serving/creation-limiter';
import { AuctionTypes } from '../market/auction-types/auction-types';
import { createCreativeResults } from '../market/inventory/creative-results';
import { ShownPeers } from '../market/inventory/shown-peers';
import { createPeerDirectory } from '../peers/directory/peer-directory';
import { createPeerDemand } from '../peers/import/peer-demand';
import { createInventory, type Inventory } from '../market/inventory/inventory';
import { FrequencyCounts } from '../market/frequency/frequency-counts';
import { FrequencyExchange } from '../market/frequency/frequency-exchange';
import { noteBytes, SiblingNotes } from '../market/frequency/sibling-notes';
import { TakenShares } from '../market/frequency/taken-shares';
import { ViewOrdinals } from '../market/frequency/view-ordinals';
import { NetworkLists } from '../market/network-lists/network-lists';
import { createPageSupply } from '../market/serving/page-supply';
import { SupplyDirectory } from '../market/serving/supply-directory';
import type { RefusedDomains } from '../demand/refused-domains/refused-domains';
import { dayMs } from '../time';
import type { Ground } from './ground';

/** Bounds of what one process keeps in memory. */
const limits = {
  directoryEntries: 200_000,
  /** Some 33 bytes each. */
  frequencyCounts: 8_000_000,
  uncappedFrequencyCounts: 4_000_000,
} as const;

/** Ad selection, and the path of events. */
export async function createMarket(
  { config, log, now, stores, keysFor, counting, whole }: Ground,
  { taxonomy, refusedDomains }: Pick<ServiceContext, 'taxonomy' | 'refusedDomains'>,
) {
  const creativeResults = createCreativeResults(stores.creativeResultStore, now);
  const peerDirectory = createPeerDirectory({ ...stores, config });
  const peerDemand = createPeerDemand({ ...stores, peerDirectory });
  const inventory = createInventory({
    ...stores,
    peerDemand,
    results: creativeResults,
    taxonomy,
    refusedDomains,
    now,
    log,
  });
  const { offerMinutes } = config;
  const { leastViewMs } = config.verification.limits;
  const supplyDirectory = new SupplyDirectory({
    ...stores,
    taxonomy,
    maxEntries: limits.directoryEntries,
  });
  const unseenOffers = new UnseenOffers({ inventory, now, offerMinutes, leastViewMs });
  const frequency = createFrequency({ config, log, now, stores, inventory });
  return {
    auctionTypes: new AuctionTypes(stores.auctionTypeStore),
    creativeResults,
    peerDirectory,
    peerDemand,
    inventory,
    shownPeers: new ShownPeers({ ...stores, peerDirectory, inventory }),
    unseenOffers,
    ...frequency,
    findObserver: new FindObserver({ ...stores, inventory, now }),
    findSampler: new FindSampler({
      store: stores.findSamples,
      processId: createId({ randomBytes: drawRandomBytes }),
      now,
    }),
    recentFinds: new RecentFinds({ ...stores, supplyDirectory, now }),
    ...listenToDemand(inventory, refusedDomains),
    supplyDirectory,
    eventLog: new EventLog({
      store: stores.events,
      journal: new EventJournal({ folder: join(config.dataFolder, 'journal'), log }),
      log,
      now,
      patience: config.patience,
      keptFrom: () =>
        config.eventDays === null ? null : new Date(now().getTime() - config.eventDays * dayMs),
      onCommitted: (events) => {
        // Nothing was offered to other servers' sites, and what works there says little of ours.
        const ours = events.filter(({ peer }) => peer === undefined);
        // Nor does what costs nothing.
        creativeResults.countImpressions(ours.filter(({ isOwn }) => isOwn !== true));
        unseenOffers.noteEvents(ours);
        frequency.frequencyCounts.noteEvents(ours);
      },
    }),
    eventUrlKeys: await keysFor('event-urls'),
    networkLists: new NetworkLists({
      store: stores.networkListStore,
      log,
      added: config.dataCentreRanges,
    }),
    pageSupply: createPageSupply(whole),
    creationLimiter: createCreationLimiter(counting),
    foundSupplyLimiter: createFoundSupplyLimiter(counting),
    unclaimedSiteLimiter: createUnclaimedSiteLimiter(counting),
    reportLimiter: createReportLimiter(counting),
  };
}

function createFrequency(
  parts: Pick<Ground, 'config' | 'log' | 'now' | 'stores'> & { readonly inventory: Inventory },
) {
  const { config, now, stores, inventory } = parts;
  const taken = new TakenShares();
  const siblings = isWorker() ? createSiblingNotes(parts, taken) : null;
  const frequencyCounts = new FrequencyCounts({
    findCapped: (id) => inventory.findCapped(id),
    timeZoneOf: (campaignId) => inventory.findCampaign(campaignId)?.timeZone ?? 'UTC',
    offerMinutes: config.offerMinutes,
    maxEntries: limits.frequencyCounts,
    maxUncapped: limits.uncappedFrequencyCounts,
    siblings,
  });
  return {
    frequencyCounts,
    frequencyExchange: new FrequencyExchange({ ...stores, frequencyCounts, siblings, taken, now }),
    viewOrdinals: new ViewOrdinals(frequencyCounts),
  };
}

/** null: caps hold over the workers within seconds only. */
function createSiblingNotes(
  { config, log }: Pick<Ground, 'config' | 'log'>,
  taken: TakenShares,
): SiblingNotes | null {
  const outages = createOutages(log);
  const onError = (error: unknown) => {
    outages.note('workers cannot tell each other at once what visitors have seen', error);
  };
  try {
    const folder = openSharedFolder(config.dataFolder);
    return new SiblingNotes({
      log: new SharedLog({
        folder,
        makeFolder: () => makeSharedFolder(folder),
        recordBytes: noteBytes,
      }),
      taken,
      onError,
    });
  } catch (error) {
    onError(error);
    return null;
  }
}

function listenToDemand(
  inventory: Inventory,
  refusedDomains: RefusedDomains,
): Pick<ServiceContext, 'onDemandChanged' | 'onRefusedDomainsChanged'> {
  return {
    onDemandChanged: (changes) => inventory.refresh(changes),
    async onRefusedDomainsChanged(ids) {
      await refusedDomains.refresh(ids);
      await inventory.refreshRefused();
    },
  };
}
