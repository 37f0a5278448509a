import { Checkbox } from '@mantine/core';
import { t } from '../texts/texts';
import { type Placement, sizeOf } from './placement';

/** Other placements of a site that may stand in the same place of a page, where the column has another width. */
export const sizesBeside = (
  { width, height, popScope }: Placement,
  all: readonly Placement[],
): readonly Placement[] =>
  popScope === null
    ? all.filter(
        (one) =>
          one.embedCode !== null &&
          one.popScope === null &&
          one.status === 'active' &&
          (one.width !== width || one.height !== height),
      )
    : [];

/** Code by which the tag takes the largest size that the column has room for. @see docs/tag.md */
export function codeOfSizes(code: string, placements: readonly Placement[]): string {
  const sizes = placements
    .toSorted((one, other) => one.width - other.width)
    .map(({ id, width, height }) => `${width}x${height}=${id}`);
  return `<div data-sizes="${sizes.join(', ')}"></div>${code.slice(code.indexOf('<script '))}`;
}

/** Picks the placements that are shown in the same place by the width of the column. */
export function ColumnSizes({
  beside,
  chosen,
  onChange,
}: {
  readonly beside: readonly Placement[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}) {
  if (beside.length === 0) return null;
  return (
    <Checkbox.Group
      label={t('sites.sizesByTheColumn')}
      description={t('sites.sizesByTheColumnAbout')}
      value={[...chosen]}
      onChange={(ids) => {
        onChange(new Set(ids));
      }}
    >
      {beside.map((one) => (
        <Checkbox key={one.id} mt="xs" value={one.id} label={`${one.name} (${sizeOf(one)})`} />
      ))}
    </Checkbox.Group>
  );
}
