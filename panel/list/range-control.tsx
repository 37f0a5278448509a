import { SegmentedControl } from '@mantine/core';
import { t } from '../texts/texts';
import { type ListRange, listRanges } from './table-search';

const rangeLabels = {
  today: t('statistics.today'),
  '7d': t('statistics.sevenDays'),
  '30d': t('statistics.thirtyDays'),
} as const;

interface RangeControlProps {
  readonly range: ListRange | undefined;
  readonly onChange: (changes: { readonly range: ListRange | undefined }) => void;
}

/** Chooses the time of the figures of a list. */
export function RangeControl({ range = '7d', onChange }: RangeControlProps) {
  return (
    <SegmentedControl
      aria-label={t('common.time')}
      size="sm"
      value={range}
      data={listRanges.map((name) => ({ value: name, label: rangeLabels[name] }))}
      onChange={(value) => onChange({ range: listRanges.find((one) => one === value) })}
    />
  );
}
