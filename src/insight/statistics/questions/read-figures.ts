import type { FoundFigures } from './owned-figures.service';

/** Figures of one time of all things of an account, read once: a table is put in order by them, and shows them. */
export interface ReadFigures {
  readonly side: 'advertiser' | 'publisher';
  readonly from: Date;
  readonly to: Date;
  /** Of a thing by its id; zeros where there are none. */
  readonly of: (id: string) => FoundFigures;
}

/** A thing beside figures of things like it that were read for the same answer. */
export interface WithReadFigures {
  readonly readFigures?: ReadFigures | null;
}

/** Finds figures among those that were read; null where they were not. */
export function findReadFigures(
  { id, readFigures }: { readonly id: string } & WithReadFigures,
  asked: Pick<ReadFigures, 'side' | 'from' | 'to'>,
): FoundFigures | null {
  if (!readFigures) return null;
  const { side, from, to, of } = readFigures;
  const isSame =
    side === asked.side &&
    from.getTime() === asked.from.getTime() &&
    to.getTime() === asked.to.getTime();
  return isSame ? of(id) : null;
}
