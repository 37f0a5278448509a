import { Checkbox } from '@mantine/core';
import { t } from '../texts/texts';
import type { Chosen } from './chosen';

interface CheckHeadProps<One> {
  readonly shown: readonly One[];
  readonly chosen: Chosen<One>;
  /** Chooses these, or none of them where all were chosen. */
  readonly onChoose: (some: readonly One[]) => void;
}

/** The head of the column to choose by: chooses all of the page. */
export function CheckHead<One extends { readonly id: string }>({
  shown,
  chosen,
  onChoose,
}: CheckHeadProps<One>) {
  const count = shown.filter(({ id }) => chosen.has(id)).length;
  const areAll = count === shown.length;
  return (
    <th scope="col" className="list-check">
      <Checkbox
        aria-label={t('list.chooseAllOfPage')}
        checked={areAll}
        indeterminate={count > 0 && !areAll}
        onChange={() => {
          onChoose(shown);
        }}
      />
    </th>
  );
}

interface CheckCellProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** Chooses one row. */
export function CheckCell({ name, isChosen, onChoose }: CheckCellProps) {
  return (
    <td className="list-check">
      <Checkbox
        aria-label={t('list.chooseName', { name })}
        checked={isChosen}
        onChange={onChoose}
      />
    </td>
  );
}
