import { Button, Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  campaignOrders,
  type CampaignSearch,
  campaignStatuses,
  listRanges,
} from '../../pages/campaigns.search';
import { t, wordOf } from '../../texts/texts';
import { orderLabels } from './columns';

interface ToolbarProps {
  readonly search: CampaignSearch;
  /** Goes to the first page of what is changed. */
  readonly onChange: (changes: CampaignChange) => void;
}

/** New values of some of the search; undefined: the usual one. */
export type CampaignChange = {
  readonly [Key in keyof CampaignSearch]?: CampaignSearch[Key] | undefined;
};

const rangeLabels = {
  today: t('statistics.today'),
  '7d': t('statistics.sevenDays'),
  '30d': t('statistics.thirtyDays'),
} as const;

/** Chooses which campaigns are listed, in which order, and the time of their figures. */
export function Toolbar({ search, onChange }: ToolbarProps) {
  const { status = [], order = 'created', up = false, range = '7d' } = search;
  return (
    <div className="filters list-tools">
      <NameSearch
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text === '' ? undefined : text })}
      />
      <SegmentedControl
        aria-label={t('common.time')}
        size="sm"
        value={range}
        data={listRanges.map((name) => ({ value: name, label: rangeLabels[name] }))}
        onChange={(value) => onChange({ range: listRanges.find((one) => one === value) })}
      />
      <div className="list-order">
        <NativeSelect
          aria-label={t('campaignList.order')}
          value={order}
          data={orderLabels.map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ order: campaignOrders.find((one) => one === value), up: undefined })
          }
        />
        <Button
          variant="default"
          aria-label={t('campaignList.otherDirection')}
          title={t('campaignList.otherDirection')}
          px="sm"
          onClick={() => onChange({ up: up ? undefined : true })}
        >
          <span aria-hidden="true">{up ? '↑' : '↓'}</span>
        </Button>
      </div>
      <fieldset>
        <legend>{t('common.status')}</legend>
        {campaignStatuses.map((one) => (
          <Checkbox
            key={one}
            label={wordOf(one)}
            checked={status.includes(one)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                status: campaignStatuses.filter((other) =>
                  other === one ? checked : status.includes(other),
                ),
              })
            }
          />
        ))}
      </fieldset>
    </div>
  );
}

/** Time for the next letter, before what is typed is looked for. */
const typingMs = 300;

function NameSearch({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      onChange(typed);
    }, typingMs);
    return () => {
      clearTimeout(timer);
    };
    // A new `onChange` is no new text.
  }, [typed]);
  return (
    <TextInput
      type="search"
      className="list-search"
      aria-label={t('campaignList.searchNames')}
      placeholder={t('campaignList.searchNames')}
      maxLength={255}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
      }}
    />
  );
}
