import { entriesOf } from '../form-lines';
import type { FormProps } from '../form-values';
import { graphql, type ResultOf } from '../graphql/graphql';
import { formatShort } from '../parts/money';
import { t } from '../texts/texts';
import { withScheme } from '../typed-url';
import { problemsOfNumbers } from './check-numbers';
import { assertTyped, formatDecimal, parseDecimal, toAmount, toTyped } from './decimal';
import { noTargeting, readTargeting, type Targeting } from './targeting';
import { type ModifierRow, toEntry, toRow } from './modifier-row';
import type { Uploaded } from './upload';
import { toNumber, type TypedNumber } from './whole-number';

/** The terms of a campaign, as the form shows them. */
export const campaignTerms = graphql(`
  fragment CampaignTerms on Campaign {
    name
    note
    behalf
    paid
    medium
    vendor
    landingUrl
    hourlyBudget
    dailyBudget
    totalBudget
    pacing
    maxCpm
    maxCpc
    startsAt
    endsAt
    schedule
    scheduleClock
    timeZone
    bidModifiers
    frequencyCaps
    showsToUnknownVisitors
    showsOnPeers
    excludedPeers
    requiresViewability
    unmeasuredPrice
    creativeRotation
    priority
    shareOfVoice
    category
    competitiveExclusion
    showsOncePerPage
    roadblock
    targeting
  }
`);

export type BudgetPeriod = 'day' | 'hour';

/** A creative that has been uploaded for a campaign that is not there yet. */
export interface NewCreative extends Uploaded {
  readonly name: string;
  /** Absent of drafts that were kept before there was any. */
  readonly alt?: string;
  /** As it is typed; absent: the usual one. */
  readonly weight?: string;
  /** Entries as the server takes them, with semicolons between; absent and empty: none. */
  readonly frequencyCaps?: string;
  /** URLs, one in a line; absent and empty: none. */
  readonly impressionPixels?: string;
  /** As the browser's field has them; absent and empty: with the campaign. */
  readonly startsAt?: string;
  readonly endsAt?: string;
}

/** The typed values of a campaign: texts, as they stand in the fields. */
export interface CampaignValues {
  readonly name: string;
  /** Empty: none. */
  readonly note: string;
  /** On whose behalf the ads are shown, and who pays for them; empty: not said, and the same. */
  readonly behalf: string;
  readonly paid: string;
  readonly medium: string;
  /** Empty: all of the medium. */
  readonly vendor: string;
  readonly landingUrl: string;
  readonly budget: string;
  readonly budgetPeriod: BudgetPeriod;
  /** Empty: no bound. */
  readonly dailyBudget: string;
  readonly totalBudget: string;
  readonly pacing: 'asap' | 'even' | 'front_loaded';
  /** Empty: automatic. */
  readonly maxCpm: string;
  /** Empty: clicks are free. */
  readonly maxCpc: string;
  /** In the person's zone, as the browser's field has it; empty: at once, and for ever. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** Entries as the server takes them, with semicolons between; empty: always. */
  readonly schedule: string;
  readonly scheduleClock: 'campaign' | 'visitor';
  readonly timeZone: string;
  /** Parts of the bid by device, country and hour. */
  readonly bidModifiers: readonly ModifierRow[];
  /** Entries as the server takes them, with semicolons between; empty: none. */
  readonly frequencyCaps: string;
  readonly showsToUnknownVisitors: boolean;
  /** On sites of other servers, too. */
  readonly showsOnPeers: boolean;
  /** Accounts of servers on the ledger, with commas or blanks between. */
  readonly excludedPeers: string;
  /** Views that the tag has measured are paid alone. */
  readonly requiresViewability: boolean;
  /** Percent of the price of a view, for those that it has not. */
  readonly unmeasuredPrice: TypedNumber;
  /** Which of several ads that fit a place is shown. */
  readonly creativeRotation: ResultOf<typeof campaignTerms>['creativeRotation'];
  readonly priority: ResultOf<typeof campaignTerms>['priority'];
  /** Percent of the finds of a sponsorship. */
  readonly shareOfVoice: TypedNumber;
  /** Empty: none. */
  readonly category: string;
  readonly competitiveExclusion: boolean;
  readonly showsOncePerPage: boolean;
  readonly roadblock: boolean;
  readonly targeting: Targeting;
  readonly creatives: readonly NewCreative[];
}

export const emptyCampaign: CampaignValues = {
  name: '',
  note: '',
  behalf: '',
  paid: '',
  medium: 'web',
  vendor: '',
  landingUrl: '',
  budget: '',
  budgetPeriod: 'day',
  dailyBudget: '',
  totalBudget: '',
  pacing: 'even',
  maxCpm: '',
  maxCpc: '',
  startsAt: '',
  endsAt: '',
  schedule: '',
  scheduleClock: 'campaign',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  bidModifiers: [],
  frequencyCaps: '',
  showsToUnknownVisitors: true,
  showsOnPeers: true,
  excludedPeers: '',
  requiresViewability: false,
  unmeasuredPrice: 100,
  creativeRotation: 'auction',
  priority: 'standard',
  shareOfVoice: 100,
  category: '',
  competitiveExclusion: false,
  showsOncePerPage: false,
  roadblock: false,
  targeting: noTargeting,
  creatives: [],
};

export type CampaignFormProps = FormProps<CampaignValues>;

/**
 * Its terms as the server takes them, for a new campaign and for an edit.
 *
 * @param now when it begins if it begins at once
 * @throws {RequestError} when a field is no amount, or no number: the server could not say at which field.
 */
export function toTerms(values: CampaignValues, now = new Date().toISOString()) {
  const { totalBudget, maxCpm, maxCpc } = values;
  // All of them, before the first one ends it.
  assertTyped(problemsOfNumbers(values));
  return {
    name: values.name.trim(),
    note: values.note.trim() || null,
    behalf: values.behalf.trim() || null,
    paid: values.paid.trim() || null,
    landingUrl: withScheme(values.landingUrl),
    hourlyBudget: hourlyBudgetOf(values) ?? '',
    dailyBudget: dailyBudgetOf(values),
    totalBudget: isEmpty(totalBudget) ? null : toAmount('totalBudget', totalBudget),
    maxCpm: isEmpty(maxCpm) ? null : toAmount('maxCpm', maxCpm),
    maxCpc: isEmpty(maxCpc) ? null : toAmount('maxCpc', maxCpc),
    startsAt: toTime(values.startsAt) ?? now,
    endsAt: toTime(values.endsAt),
    ...toDelivery(values),
    targeting: values.targeting,
  };
}

/** How often, when, to whom and in which order it is shown, as the server takes it. */
export const toDelivery = (values: CampaignValues) => ({
  pacing: values.pacing,
  schedule: entriesOf(values.schedule),
  scheduleClock: values.scheduleClock,
  timeZone: values.timeZone.trim(),
  bidModifiers: values.bidModifiers.map(toEntry),
  frequencyCaps: entriesOf(values.frequencyCaps),
  showsToUnknownVisitors: values.showsToUnknownVisitors,
  showsOnPeers: values.showsOnPeers,
  excludedPeers: values.excludedPeers.split(/[\s,;]+/).filter((address) => address !== ''),
  requiresViewability: values.requiresViewability,
  unmeasuredPrice: toNumber(values.unmeasuredPrice),
  creativeRotation: values.creativeRotation,
  priority: values.priority,
  shareOfVoice: toNumber(values.shareOfVoice),
  category: values.category || null,
  competitiveExclusion: values.competitiveExclusion,
  showsOncePerPage: values.showsOncePerPage,
  roadblock: values.roadblock,
});

export type Delivery = Readonly<ReturnType<typeof toDelivery>>;

/** The fields of a form for a campaign that is there. */
export function toValues(campaign: ResultOf<typeof campaignTerms>): CampaignValues {
  const { name, medium, landingUrl, pacing, timeZone } = campaign;
  const { showsOnPeers, showsToUnknownVisitors } = campaign;
  const { requiresViewability, unmeasuredPrice, creativeRotation, priority, shareOfVoice } =
    campaign;
  return {
    ...emptyCampaign,
    ...{ name, medium, landingUrl, pacing, timeZone, showsOnPeers, showsToUnknownVisitors },
    ...{ requiresViewability, unmeasuredPrice, creativeRotation, priority, shareOfVoice },
    category: campaign.category ?? '',
    competitiveExclusion: campaign.competitiveExclusion,
    showsOncePerPage: campaign.showsOncePerPage,
    roadblock: campaign.roadblock,
    note: campaign.note ?? '',
    behalf: campaign.behalf ?? '',
    paid: campaign.paid ?? '',
    vendor: campaign.vendor ?? '',
    ...toBudget(campaign),
    totalBudget: toTyped(campaign.totalBudget ?? ''),
    maxCpm: toTyped(campaign.maxCpm ?? ''),
    maxCpc: toTyped(campaign.maxCpc ?? ''),
    startsAt: toLocal(campaign.startsAt),
    endsAt: toLocal(campaign.endsAt),
    schedule: campaign.schedule?.join('; ') ?? '',
    scheduleClock: campaign.scheduleClock,
    bidModifiers: campaign.bidModifiers.map(toRow),
    excludedPeers: campaign.excludedPeers.join(', '),
    frequencyCaps: campaign.frequencyCaps?.join('; ') ?? '',
    targeting: readTargeting(campaign.targeting),
  };
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** USD; a day's budget is spread over its hours. Null: what is typed is no amount. */
function hourlyBudgetOf({ budget, budgetPeriod }: CampaignValues): string | null {
  const value = parseDecimal(budget);
  if (value === null) return null;
  return formatDecimal(budgetPeriod === 'hour' ? value : value / 24n);
}

/** USD; a day's budget bounds the day, too, unless there is a field for that. */
function dailyBudgetOf({ budget, budgetPeriod, dailyBudget }: CampaignValues): string | null {
  if (!isEmpty(dailyBudget)) return toAmount('dailyBudget', dailyBudget);
  return budgetPeriod === 'day' ? toAmount('hourlyBudget', budget) : null;
}

/** The other way round: what was typed for a day stays so. */
function toBudget({
  hourlyBudget,
  dailyBudget,
}: Pick<ResultOf<typeof campaignTerms>, 'hourlyBudget' | 'dailyBudget'>) {
  const day = dailyBudget === null ? null : parseDecimal(dailyBudget);
  if (dailyBudget !== null && day !== null && day / 24n === parseDecimal(hourlyBudget))
    return { budget: toTyped(dailyBudget), budgetPeriod: 'day', dailyBudget: '' } as const;
  const daily = toTyped(dailyBudget ?? '');
  return { budget: toTyped(hourlyBudget), budgetPeriod: 'hour', dailyBudget: daily } as const;
}

/** Tells the hourly cost; null where the typed text is no amount. */
export function describeHourlyBudget(values: CampaignValues): string | null {
  const budget = hourlyBudgetOf(values);
  return budget && t('campaigns.anHour', { amount: formatShort(budget, 'USD') });
}

/** The other way round; null for an empty field. What is no time stays as it is: the server refuses it. */
export function toTime(local: string): string | null {
  if (local === '') return null;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** A point in time as the browser's field has it, in the person's zone. */
export function toLocal(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  const zoneMs = date.getTimezoneOffset() * 60_000;
  return new Date(date.getTime() - zoneMs).toISOString().slice(0, 16);
}

/** The fields of each step, as the server names them. */
export const steps = [
  {
    title: t('campaigns.basics'),
    fields:
      /^(name|note|behalf|paid|medium|vendor|landingUrl|hourlyBudget|dailyBudget|totalBudget|pacing|maxCpm|maxCpc|startsAt|endsAt|(schedule|bidModifiers|frequencyCaps|excludedPeers)(\.\d+)?|scheduleClock|timeZone|showsToUnknownVisitors|showsOnPeers|requiresViewability|unmeasuredPrice|creativeRotation|priority|shareOfVoice|category|competitiveExclusion|showsOncePerPage|roadblock)$/,
  },
  { title: t('campaigns.audience'), fields: /^targeting/ },
  { title: t('campaigns.ads'), fields: /^creatives/ },
  { title: t('campaigns.summary'), fields: /^$/ },
] as const;
