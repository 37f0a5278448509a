import { kind, type ValueOf } from '../../platform/resources/kinds';
import {
  type ChangesOf,
  type CreationOf,
  defineResource,
  type DocumentOf,
  type ItemOf,
} from '../../platform/resources/resource';

/** Longest lists of a campaign: what a campaign's answer holds. */
export const maxConversionsPerCampaign = 100;

const conversionType = kind.enumOf({
  name: 'ConversionType',
  description: 'The party that can record a conversion.',
  meanings: {
    basic: 'Anybody: an image that pages load.',
    advanced: 'Only holders of the campaign’s secret: the link is signed with it.',
  },
});

const conversionLimitType = kind.enumOf({
  name: 'ConversionLimitType',
  description: 'The money that a conversion’s value counts against.',
  meanings: {
    in_budget: 'It is part of the campaign’s hourly budget.',
    out_of_budget: 'It is paid beside the campaign’s hourly budget.',
  },
});
export type ConversionLimitType = ValueOf<typeof conversionLimitType>;

export const conversionResource = defineResource({
  name: 'Conversion',
  says: 'An act of a visitor, after a click or view, that an advertiser wants to be told of, and its value.',
  members: {
    id: { is: kind.idOf('a conversion'), says: '32 lower-case hex digits.' },
    campaignId: { is: kind.idOf('a campaign'), says: 'The campaign that defines the conversion.' },
    advertiserId: { is: kind.idOf('an account'), says: 'The advertiser.', isHidden: true },
    name: { is: kind.textOfCharacters(255), set: 'always', says: 'For the advertiser.' },
    type: {
      is: conversionType,
      set: 'create',
      says: 'Says who can record the conversion. It cannot be changed.',
    },
    eventType: {
      is: kind.textOfCharacters(50),
      set: 'always',
      says: 'The kind of act, e.g. `Purchase`.',
    },
    limitType: {
      is: conversionLimitType,
      set: 'always',
      absent: 'in_budget',
      says: 'Says what the value counts against; `in_budget` for a basic conversion.',
    },
    value: {
      is: kind.orNull(kind.price),
      set: 'always',
      absent: null,
      says: 'USD for each; null: each conversion says its own, which only a mutable value can.',
    },
    isValueMutable: {
      is: kind.flag,
      set: 'always',
      absent: false,
      says: 'A signed link may name another value; false for a basic conversion.',
    },
    isRepeatable: {
      is: kind.flag,
      set: 'always',
      absent: false,
      says: 'One case may have the conversion more than once; false for a basic conversion.',
    },
    dailyLimit: {
      is: kind.integerOf({ least: 1, most: 1_000_000 }),
      set: 'always',
      absent: 100,
      says: 'Most conversions by an unsigned link that are paid for in a day (UTC). A signed link has no such limit.',
    },
    cost: { is: kind.amount, absent: 0n, says: 'USD paid for the conversion so far.' },
    occurrences: { is: kind.count, absent: 0n, says: 'How often it was paid for so far.' },
    lastRecordedAt: {
      is: kind.orNull(kind.time),
      absent: null,
      says: 'When its link recorded a conversion last, whatever its verdict was; null: never.',
    },
    lastTestAt: {
      is: kind.orNull(kind.time),
      absent: null,
      says: 'When its link was called last with the campaign’s `testCaseId`; null: never.',
    },
    lastTestValue: {
      is: kind.orNull(kind.price),
      absent: null,
      says: 'USD that the last test came with; null: there was none.',
    },
    lastRefusedAt: {
      is: kind.orNull(kind.time),
      absent: null,
      says: 'When a call of its link was refused last; null: never.',
    },
    lastRefusal: {
      is: kind.orNull(kind.plainText),
      absent: null,
      says: 'Why the last refused call was refused, in English; null: there was none.',
    },
    createdAt: { is: kind.time, says: 'When it was made.' },
    updatedAt: { is: kind.time, says: 'When it was changed last.' },
  },
});

export interface Conversion extends ItemOf<typeof conversionResource> {}
export interface NewConversionTerms extends CreationOf<typeof conversionResource> {}
export interface ConversionChanges extends ChangesOf<typeof conversionResource> {}
export interface StoredConversion extends DocumentOf<typeof conversionResource> {}
