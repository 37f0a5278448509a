import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { t, wordOf } from '../texts/texts';
import type { Column } from './figure-columns';
import { NameSearch } from './name-search';
import type { TableChange, TableSearch } from './table-search';

interface ToolbarProps<Order extends string, Status extends string> {
  readonly search: TableSearch<Order, Status>;
  readonly onChange: (changes: TableChange<Order, Status>) => void;
  /** The first one is the usual one. */
  readonly orders: readonly [Column<Order>, ...Column<Order>[]];
  readonly statuses: readonly Status[];
  readonly searchLabel?: string;
  /** The meaning of what is chosen from; default: statuses. */
  readonly statusLabel?: string;
  /** The control of the time, where the list has one of its own. */
  readonly children?: ReactNode;
}

/** Chooses what is listed, and in which order. */
export function Toolbar<Order extends string, Status extends string>({
  search,
  onChange,
  orders,
  statuses,
  searchLabel = t('list.searchNames'),
  statusLabel = t('common.status'),
  children,
}: ToolbarProps<Order, Status>) {
  const { status = [], order = orders[0][0], up = false } = search;
  return (
    <div className="filters list-tools">
      <NameSearch
        label={searchLabel}
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text === '' ? undefined : text })}
      />
      {children}
      <div className="list-order">
        <NativeSelect
          aria-label={t('list.order')}
          value={order}
          data={orders.map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ order: orders.find(([one]) => one === value)?.[0], up: undefined })
          }
        />
        <Button
          variant="default"
          aria-label={t('list.otherDirection')}
          title={t('list.otherDirection')}
          px="sm"
          onClick={() => onChange({ up: up ? undefined : true })}
        >
          <span aria-hidden="true">{up ? '↑' : '↓'}</span>
        </Button>
      </div>
      <fieldset>
        <legend>{statusLabel}</legend>
        {statuses.map((one) => (
          <Checkbox
            key={one}
            label={wordOf(one)}
            checked={status.includes(one)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                status: statuses.filter((other) =>
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
