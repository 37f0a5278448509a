import type { Figures, Side } from './figures';
import { type RangeSearch, readRangeSearch } from './range';
import { firstSeries, seriesOf } from './series';

/** The members of the address of a page with a chart. */
export interface FiguresSearch extends RangeSearch {
  /** The series in the chart; absent: the side's first one. */
  readonly series?: keyof Figures;
  /** The dimension of the table below the chart; absent, or unknown to the page: the page's first one. */
  readonly by?: string;
}

/** Reads the address, and leaves nonsense out. */
export function readFiguresSearch(
  side: Side,
  search: Readonly<Record<string, unknown>>,
): FiguresSearch {
  const found = seriesOf[side].find(({ name }) => name === search['series'])?.name;
  const { by } = search;
  return {
    ...readRangeSearch(search),
    ...(found !== undefined && found !== firstSeries[side] && { series: found }),
    ...(typeof by === 'string' && /^[a-z]{1,20}$/.test(by) && { by }),
  };
}

/** Reads the number of a list's page; page 1, like nonsense, is left out. */
export function readPage(search: Readonly<Record<string, unknown>>): { readonly page?: number } {
  const page = Number(search['page']);
  return Number.isSafeInteger(page) && page > 1 && page < 1e6 ? { page } : {};
}

/** The members of the address of a list with figures, such as the list of campaigns. */
export interface ListSearch extends FiguresSearch {
  /** Absent: all media. */
  readonly medium?: string;
  readonly page?: number;
}

export function readListSearch(side: Side, search: Readonly<Record<string, unknown>>): ListSearch {
  const { medium } = search;
  const isMedium = typeof medium === 'string' && /^[\w-]{1,64}$/.test(medium);
  return {
    ...readFiguresSearch(side, search),
    ...(isMedium && { medium }),
    ...readPage(search),
  };
}
