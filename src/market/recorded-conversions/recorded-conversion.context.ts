import type { CampaignStore } from '../../demand/campaigns/campaign.store';
import type { ConversionStore } from '../../demand/conversions/conversion.store';
import type { InTransaction } from '../../platform/database/transaction';
import type { VisitorContext } from '../../supply/visitors/visitor.context';
import type { EventStore } from '../events/event.store';
import type { RecordedConversionStore } from './recorded-conversion.store';

/** The services of recorded conversions need this of the context. */
export interface RecordedConversionContext extends VisitorContext {
  readonly recordedConversions: RecordedConversionStore;
  readonly conversions: ConversionStore;
  readonly campaigns: CampaignStore;
  readonly events: EventStore;
  readonly inTransaction: InTransaction;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Buffer;
}
