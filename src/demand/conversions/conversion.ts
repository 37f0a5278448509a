import type { ClickConversionMode } from './click-conversion-mode';
import type { Amount } from '../../amount';

/** `basic`: an image to load, which anybody can; `advanced`: signed with the campaign's secret. */
export const conversionTypes = ['basic', 'advanced'] as const;
export type ConversionType = (typeof conversionTypes)[number];

/** Whether what a conversion costs is part of the campaign's hourly budget. */
export const conversionLimitTypes = ['in_budget', 'out_of_budget'] as const;
export type ConversionLimitType = (typeof conversionLimitTypes)[number];

/** An act of a visitor that an advertiser wants to be told of, and its value. */
export interface ConversionTerms {
  /** 1 to 255 characters. */
  readonly name: string;
  readonly limitType: ConversionLimitType;
  /** The kind of act, such as `Purchase`: 1 to 50 characters. */
  readonly eventType: string;
  /** USD; null only where the value can change: each conversion then says its own. */
  readonly value: Amount | null;
  readonly isValueMutable: boolean;
  /** Whether one case may have it more than once. */
  readonly isRepeatable: boolean;
}

/** A conversion that a campaign defines. */
export interface Conversion extends ConversionTerms {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly type: ConversionType;
  /** USD paid for it so far. */
  readonly cost: Amount;
  /** How often it was paid for so far. */
  readonly occurrences: bigint;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Longest lists of a campaign: what a campaign's answer holds. */
export const maxConversionsPerCampaign = 100;

/** What a signed link holds for the caller to replace. */
const placeholders = '?value=value&nonce=nonce&ts=timestamp&sig=signature';

/** The URL that records a conversion, as advertisers build it into their pages. @see docs/reference-clients.md §5.9 */
export function formatConversionLink(
  publicUrl: string,
  { id, type }: Pick<Conversion, 'id' | 'type'>,
): string {
  return `${publicUrl}/kw/${id}.gif${type === 'advanced' ? placeholders : ''}`;
}

/** The URL that confirms a click of a campaign; null where clicks count at once. @see docs/reference-clients.md §5.9 */
export function formatClickConversionLink(
  publicUrl: string,
  { campaignId, mode }: { readonly campaignId: string; readonly mode: ClickConversionMode },
): string | null {
  if (mode === 'none') return null;
  return `${publicUrl}/kw/kl/${campaignId}.gif${mode === 'advanced' ? placeholders : ''}`;
}
