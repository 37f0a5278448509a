import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { TableCard } from '../parts/table-card';
import { codeName } from '../texts/code-name';
import { t } from '../texts/texts';
import { csvAddress } from './csv';
import { FigureCells, FigureHeads } from './figure-cells';
import type { FiguresFilter, Side } from './figures';
import { toRange } from './range';
import { type Dimension, type FiguresRow, rowsQuery } from './rows';
import type { FiguresSearch } from './search';
import { type Series, seriesOf } from './series';
import { lookEveryMs, useNow } from './use-now';

const shown: Readonly<Record<Side, readonly Series['name'][]>> = {
  advertiser: ['validViews', 'validClicks', 'clickRate', 'cost', 'cpm'],
  publisher: ['validViews', 'validClicks', 'clickRate', 'revenue', 'rpm'],
  operator: ['validViews', 'validClicks', 'clickRate', 'cost', 'revenue'],
};

const titles: Readonly<Partial<Record<Dimension, string>>> = {
  campaign: t('statistics.byCampaign'),
  creative: t('statistics.byAd'),
  site: t('statistics.bySite'),
  placement: t('statistics.byPlacement'),
  host: t('statistics.byHost'),
  size: t('statistics.bySize'),
  country: t('statistics.byCountry'),
  device: t('statistics.byDevice'),
  browser: t('statistics.byBrowser'),
  payer: t('statistics.byPayer'),
  frequency: t('statistics.byFrequency'),
  hour: t('statistics.byHour'),
};

interface BreakdownProps {
  readonly side: Side;
  readonly search: FiguresSearch;
  readonly filter?: FiguresFilter;
  /** The first one is shown where the address names none of them. */
  readonly dimensions: readonly [Dimension, ...Dimension[]];
}

type EntitledRow = FiguresRow & { readonly title: string };

const everything: FiguresFilter = {};

/** Figures of a time by one of several dimensions, and the same as a file. */
export function Breakdown({ side, search, filter = everything, dimensions }: BreakdownProps) {
  const navigate = useNavigate();
  const by = dimensions.find((one) => one === search.by) ?? dimensions[0];
  const range = toRange(search, useNow());
  const query = useQuery({
    ...rowsQuery({ side, range, by, filter }),
    refetchInterval: lookEveryMs,
  });
  const columns = seriesOf[side].filter(({ name }) => shown[side].includes(name));
  const data = query.data ?? [];
  const rows = entitle(data, (row) => findName(row, by) ?? nameOf(row, by));
  const title = titles[by] ?? by;
  return (
    <TableCard
      {...{ id: 'breakdown', title: t('statistics.figuresBy', { what: title }), query }}
      count={query.data?.length}
      none={t('statistics.nothingInThisTime')}
      head={<FigureHeads name={title} columns={columns} />}
      foot={
        <Group p="md" align="flex-end">
          <NativeSelect
            label={t('statistics.by')}
            data={dimensions.map((one) => ({ value: one, label: titles[one] ?? one }))}
            value={by}
            onChange={({ currentTarget: { value } }) => {
              const chosen = value === dimensions[0] ? {} : { by: value };
              const change = ({ by: _by, ...rest }: FiguresSearch) => ({ ...rest, ...chosen });
              void navigate({ to: '.', search: change, replace: true, resetScroll: false });
            }}
          />
          {rows.length === 0 ? null : (
            <Button
              component="a"
              variant="default"
              href={csvAddress(
                toCsv(
                  title,
                  entitle(data, (row) => nameOf(row, by)),
                  columns,
                ),
              )}
              download={`${by}.csv`}
            >
              {t('statistics.saveAsCsv')}
            </Button>
          )}
        </Group>
      }
    >
      {rows.map((row) => (
        <tr key={row.key ?? ''}>
          <td data-title>{row.title}</td>
          <FigureCells figures={row.figures} columns={columns} />
        </tr>
      ))}
    </TableCard>
  );
}

/** Rows with what they are called; where several have one name, with the beginning of their ids. */
function entitle(
  rows: readonly FiguresRow[],
  toTitle: (row: FiguresRow) => string,
): readonly EntitledRow[] {
  const named = rows.map((row) => ({ ...row, title: toTitle(row) }));
  const counts = Map.groupBy(named, ({ title }) => title);
  return named.map((row) => {
    const isShared = (counts.get(row.title)?.length ?? 0) > 1;
    return isShared && row.key ? { ...row, title: `${row.title} (${row.key.slice(0, 8)})` } : row;
  });
}

/** Devices, as the server has them. */
const devices: Readonly<Record<string, string>> = {
  desktop: t('labels.Desktop'),
  mobile: t('labels.Phone'),
  tablet: t('labels.Tablet'),
  tv: t('labels.Television'),
  other: t('labels.Other'),
};

/** The name of a country or a kind of device, in the person's language; null: the server's has to do. */
function findName({ key }: FiguresRow, by: Dimension): string | null {
  if (key === null || key === '') return null;
  if (by === 'country') return codeName('region', key);
  return by === 'device' ? (devices[key] ?? null) : null;
}

function nameOf({ name, key, isOthers }: FiguresRow, by: Dimension): string {
  if (isOthers) return t('statistics.allOthers');
  if (by === 'payer' && key === '') return t('statistics.ofThisServer');
  if (by === 'hour' && key !== null) return `${key}:00–${key}:59`;
  if (by === 'frequency' && key === 'more') return t('statistics.later');
  return name ?? (key === null || key === '' ? t('statistics.notKnown') : key);
}

/** Numbers, countries and devices as the server has them: spreadsheets know no digits or names of another language. */
const toCsv = (title: string, rows: readonly EntitledRow[], columns: readonly Series[]) => [
  [title, ...columns.map(({ label }) => label)],
  ...rows.map((row) => [row.title, ...columns.map(({ name }) => String(row.figures[name] ?? ''))]),
];
