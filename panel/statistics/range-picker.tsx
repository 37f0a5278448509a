import { SegmentedControl, TextInput } from '@mantine/core';
import { t } from '../texts/texts';
import { type RangeName, rangeNames, type RangeSearch, toDay, toRange } from './range';

const labels: Readonly<Record<RangeName, string>> = {
  today: t('statistics.today'),
  '7d': t('statistics.sevenDays'),
  '30d': t('statistics.thirtyDays'),
  '90d': t('statistics.ninetyDays'),
  custom: t('statistics.other'),
};

/** Chooses the time that figures are of. */
export function RangePicker({
  value,
  onChange,
}: {
  readonly value: RangeSearch;
  readonly onChange: (value: RangeSearch) => void;
}) {
  const { range = '7d', from = '', to = '' } = value;
  const choose = (chosen: string) => {
    const name = rangeNames.find((one) => one === chosen) ?? '7d';
    if (name !== 'custom') onChange(name === '7d' ? {} : { range: name });
    else {
      // It begins with what is on the screen.
      const now = new Date();
      onChange({ range: name, from: toDay(toRange(value, now).from), to: toDay(now) });
    }
  };
  return (
    <div className="range">
      <SegmentedControl
        aria-label={t('common.time')}
        size="sm"
        fullWidth
        value={range}
        data={rangeNames.map((name) => ({ value: name, label: labels[name] }))}
        onChange={choose}
      />
      {range === 'custom' ? (
        <div className="range-days">
          <Day
            label={t('statistics.firstDay')}
            value={from}
            onChange={(day) => onChange({ range, from: day, to: day > to ? day : to })}
          />
          <Day
            label={t('statistics.lastDay')}
            value={to}
            onChange={(day) => onChange({ range, from: day < from ? day : from, to: day })}
          />
        </div>
      ) : null}
    </div>
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <TextInput
      type="date"
      size="sm"
      aria-label={label}
      value={value}
      max={toDay(new Date())}
      min="2020-01-01"
      onChange={({ currentTarget }) => {
        // Half a date is none yet.
        if (currentTarget.value !== '') onChange(currentTarget.value);
      }}
    />
  );
}
