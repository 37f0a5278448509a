import type { Connection } from 'mongoose';
import { createAuctionTypeStore } from './auction-types/auction-type.store';
import { createCreativeReportStore } from './creative-reports/creative-report.store';
import { createEventRemovalStore } from './events/event-removal.store';
import { createEventStore } from './events/event.store';
import { createFrequencyShareStore } from './frequency/frequency-share.store';
import { createFrequencySliceStore } from './frequency/frequency-slice.store';
import { createFindSampleStore } from './replay/find-sample.store';
import { createCreativeResultStore } from './inventory/creative-result.store';
import { createNetworkListStore } from './network-lists/network-list.store';
import { createHostLookStore } from './peer-events/host-look.store';
import { createOutcomeStore } from './outcomes/outcome.store';
import { createRecordedConversionStore } from './recorded-conversions/recorded-conversion.store';

/** Makes the stores of this wing, which are members of the context. */
export function createMarketStores(db: Connection) {
  return {
    auctionTypeStore: createAuctionTypeStore(db),
    events: createEventStore(db),
    eventRemovals: createEventRemovalStore(db),
    creativeResultStore: createCreativeResultStore(db),
    creativeReports: createCreativeReportStore(db),
    frequencyShares: createFrequencyShareStore(db),
    frequencySlices: createFrequencySliceStore(db),
    networkListStore: createNetworkListStore(db),
    hostLooks: createHostLookStore(db),
    outcomes: createOutcomeStore(db),
    findSamples: createFindSampleStore(db),
    recordedConversions: createRecordedConversionStore(db),
  };
}
