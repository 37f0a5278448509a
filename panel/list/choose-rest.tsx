import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';

interface ChooseRestProps<One> {
  readonly shown: readonly One[];
  readonly chosen: ReadonlyMap<string, One>;
  /** Rows of all pages. */
  readonly totalCount: number;
  /** True while the list is that of former filters: `totalCount` is not of the rows that would be read. */
  readonly isFormer: boolean;
  /** Reads the rows of all pages. */
  readonly readAll: () => Promise<readonly One[]>;
  readonly onChoose: (all: readonly One[]) => void;
}

/** Chooses the rows of all pages, once all of the page are chosen. */
export function ChooseRest<One extends { readonly id: string }>(props: ChooseRestProps<One>) {
  const { shown, chosen, totalCount, isFormer, readAll, onChoose } = props;
  const choose = useMutation({ mutationFn: readAll, onSuccess: onChoose });
  const areShown = shown.length > 0 && shown.every(({ id }) => chosen.has(id));
  if (!areShown || totalCount <= shown.length || chosen.size >= totalCount) return null;
  return (
    <div className="list-bar">
      <p>{t('list.allOfPageAreChosen', { count: shown.length })}</p>
      <Button
        size="xs"
        variant="default"
        loading={choose.isPending}
        disabled={isFormer}
        onClick={() => {
          choose.mutate();
        }}
      >
        {t('list.chooseAllOf', { count: totalCount })}
      </Button>
      <Problem error={choose.error} />
    </div>
  );
}
