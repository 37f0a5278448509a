import { t } from '../texts/texts';

/** A length of time in its largest unit. */
export function describeSeconds(seconds: number): string {
  if (seconds < 60) return t('operator.seconds', { count: Math.round(seconds) });
  return seconds < 3_600
    ? t('operator.minutes', { count: Math.round(seconds / 60) })
    : t('operator.hours', { count: Math.round(seconds / 3_600) });
}
