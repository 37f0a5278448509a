import type { Amount } from '../amount';
import type { Targeting } from '../taxonomy/taxonomy';

export const campaignStatuses = ['draft', 'inactive', 'active', 'suspended'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export interface Campaign {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly advertiserId: string;
  readonly name: string;
  readonly status: CampaignStatus;
  /** http(s), at most 1024 characters; may hold the placeholders of a click. */
  readonly landingUrl: string;
  readonly medium: string;
  /** null: any vendor of the medium. */
  readonly vendor: string | null;
  /** USD per clock hour. */
  readonly hourlyBudget: Amount;
  /** USD per click; null: clicks are free. */
  readonly maxCpc: Amount | null;
  /** USD per thousand impressions; null: automatic, from budget and observed results. */
  readonly maxCpm: Amount | null;
  readonly startsAt: Date;
  /** null: no end. */
  readonly endsAt: Date | null;
  readonly targeting: Targeting;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
