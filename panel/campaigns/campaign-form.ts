import type { FormProps } from '../form-values';
import { RequestError } from '../graphql/request';
import { t } from '../texts/texts';
import { formatDecimal, parseDecimal, toAmount } from './decimal';
import { noTargeting, type Targeting } from './targeting';
import type { Uploaded } from './upload';

export type BudgetPeriod = 'day' | 'hour';

/** A creative that has been uploaded for a campaign that is not there yet. */
export interface NewCreative extends Uploaded {
  readonly name: string;
}

/** What is typed of a campaign: texts, as they stand in the fields. */
export interface CampaignValues {
  readonly name: string;
  readonly medium: string;
  /** Empty: all of the medium. */
  readonly vendor: string;
  readonly landingUrl: string;
  readonly budget: string;
  readonly budgetPeriod: BudgetPeriod;
  readonly pacing: 'asap' | 'even';
  /** Empty: automatic. */
  readonly maxCpm: string;
  /** Empty: clicks are free. */
  readonly maxCpc: string;
  /** In the person's zone, as the browser's field has it; empty: at once, and for ever. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly targeting: Targeting;
  readonly creatives: readonly NewCreative[];
}

export const emptyCampaign: CampaignValues = {
  name: '',
  medium: 'web',
  vendor: '',
  landingUrl: '',
  budget: '',
  budgetPeriod: 'day',
  pacing: 'even',
  maxCpm: '',
  maxCpc: '',
  startsAt: '',
  endsAt: '',
  targeting: noTargeting,
  creatives: [],
};

export type CampaignFormProps = FormProps<CampaignValues>;

/**
 * Its terms as the server takes them, for a new campaign and for an edit.
 *
 * @param now when it begins if it begins at once
 * @throws {RequestError} for what is no amount: the server could not say at which field.
 */
export function toTerms(values: CampaignValues, now = new Date().toISOString()) {
  assertAmounts(values);
  return {
    name: values.name.trim(),
    landingUrl: values.landingUrl.trim(),
    hourlyBudget: hourlyBudgetOf(values),
    pacing: values.pacing,
    maxCpm: emptyOr(values.maxCpm),
    maxCpc: emptyOr(values.maxCpc),
    startsAt: toTime(values.startsAt) ?? now,
    endsAt: toTime(values.endsAt),
    targeting: values.targeting,
  };
}

function assertAmounts({ budget, maxCpm, maxCpc }: CampaignValues): void {
  const fields = Object.fromEntries(
    [
      ['hourlyBudget', budget || '?'],
      ['maxCpm', maxCpm],
      ['maxCpc', maxCpc],
    ].flatMap(([field = '', text = '']) =>
      text === '' || parseDecimal(text) !== null
        ? []
        : [[field, [t('common.mustBeAnAmountSuch')]] as const],
    ),
  );
  if (Object.keys(fields).length > 0)
    throw new RequestError('VALIDATION_FAILED', 'amounts cannot be read', fields);
}

/** USD; a day's budget is spread over its hours. */
export function hourlyBudgetOf({ budget, budgetPeriod }: CampaignValues): string {
  const value = parseDecimal(budget);
  return value === null || budgetPeriod === 'hour' ? toAmount(budget) : formatDecimal(value / 24n);
}

const emptyOr = (text: string): string | null => (text.trim() === '' ? null : toAmount(text));

const toTime = (local: string): string | null =>
  local === '' ? null : new Date(local).toISOString();

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
    fields: /^(name|medium|vendor|landingUrl|hourlyBudget|pacing|maxCpm|maxCpc|startsAt|endsAt)$/,
  },
  { title: t('campaigns.audience'), fields: /^targeting/ },
  { title: t('campaigns.ads'), fields: /^creatives/ },
  { title: t('campaigns.summary'), fields: /^$/ },
] as const;
