import type { Amount } from '../../amount';
import type { ClickConversionMode } from '../conversions/conversion';
import type { CampaignTargeting } from '../taxonomy/taxonomy';

export const campaignStatuses = ['draft', 'inactive', 'active', 'suspended'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** `even`: the budget is spread over the hour; `asap`: it is spent as fast as there is somebody to show to. */
export const campaignPacings = ['even', 'asap'] as const;
export type CampaignPacing = (typeof campaignPacings)[number];

/** What campaigns are narrowed down by: each member to one of its values; an unknown medium or vendor matches nothing. */
export interface CampaignFilter {
  readonly media?: readonly string[];
  readonly vendors?: readonly string[];
  readonly statuses?: readonly CampaignStatus[];
}

/** What operators narrow the campaigns of everybody by; null and absent: by nothing. */
export interface AllCampaignsFilter {
  readonly advertiserId?: string | null;
  readonly status?: CampaignStatus | null;
}

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
  /** How the budget is spent within an hour. */
  readonly pacing: CampaignPacing;
  /** USD per click; null: clicks are free. */
  readonly maxCpc: Amount | null;
  /** USD per thousand impressions; null: automatic, from budget and observed results. */
  readonly maxCpm: Amount | null;
  readonly startsAt: Date;
  /** null: no end. */
  readonly endsAt: Date | null;
  readonly targeting: CampaignTargeting;
  /** Whether the targeting was written with its levels `requires` and `excludes`: answers are written as it was. */
  readonly hasTargetingLevels: boolean;
  /** Signs advanced conversions: 16 random bytes, base64url; never changes. */
  readonly secret: string;
  /** How clicks come to count. */
  readonly conversionClick: ClickConversionMode;
  /** 32 lower-case hex. */
  readonly bidStrategyId: string;
  /** Why the system has suspended it; null in any other status. */
  readonly suspendedReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
