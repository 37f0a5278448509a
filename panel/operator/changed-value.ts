import { formatMoney } from '../parts/money';
import { formatTime } from '../parts/when';
import { changedMembers } from '../texts/en/changed-members';
import { t, wordOf } from '../texts/texts';
import type { AuditEntry } from './audit-log';

export type ChangedMember = AuditEntry['members'][number];
type KnownMember = keyof typeof changedMembers;

const usd = (amount: string) => formatMoney(amount, 'USD');
const coins = (amount: string) => formatMoney(amount, 'coins');

/** Amounts, and what each of them is for. */
const amounts: Readonly<Record<string, (amount: string) => string>> = {
  amount: coins,
  creditLimit: coins,
  dailyBudget: usd,
  hourlyBudget: (amount) => t('audit.perHour', { amount: usd(amount) }),
  maxCpc: (amount) => t('audit.perClick', { amount: usd(amount) }),
  maxCpm: (amount) => t('audit.perThousand', { amount: usd(amount) }),
  minimumRpm: (amount) => t('audit.perThousand', { amount: usd(amount) }),
  rate: usd,
  totalBudget: usd,
  value: usd,
};

/** Members whose values are words of the server. */
const closed: ReadonlySet<string> = new Set([
  'creativeRotation',
  'decision',
  'finding',
  'limitType',
  'medium',
  'mode',
  'pacing',
  'priority',
  'roles',
  'scheduleClock',
  'status',
]);

const isKnown = (name: string): name is KnownMember => Object.hasOwn(changedMembers, name);

/** The name of a member in words; null for one that tells people nothing. */
export const memberName = (name: string): string | null =>
  isKnown(name) ? t(`changedMembers.${name}`) : null;

/** A value of a member as people write it. */
export function writeValue(name: string, value: string): string {
  if (value === 'null' || value === '') return t('audit.none');
  if (value === 'true') return t('audit.yes');
  if (value === 'false') return t('audit.no');
  const writeAmount = amounts[name];
  if (writeAmount && isAmount(value)) return writeAmount(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatTime(value);
  return closed.has(name) ? value.split(', ').map(wordOf).join(', ') : value;
}

/** Says that a member became less or more; null where it has no order, or was not known. */
export function directionOf({ name, value, before }: ChangedMember): 'lowered' | 'raised' | null {
  if (!(name in amounts) || value === null || before === null) return null;
  if (!isAmount(value) || !isAmount(before)) return null;
  return Number(value) < Number(before) ? 'lowered' : 'raised';
}

const isAmount = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
