import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeError } from '../parts/problem';
import { say } from '../parts/status';
import { formatCount } from '../statistics/series';
import { t } from '../texts/texts';
import { doWithEach, type Failure, type Named } from './do-with-each';

/** The questions of a dialog before a deed. */
export interface Asked<One> {
  /** The rows that there is something to do with. */
  readonly some: readonly One[];
  readonly onGive: (reason: string) => void;
  readonly onClose: () => void;
}

/** Something that is done with rows that are chosen. */
export interface Deed<One> {
  readonly label: string;
  /** True where there is something to do with a row. */
  readonly isFor: (one: One) => boolean;
  /** @param reason empty where nobody asks for a reason */
  readonly work: (one: One, reason: string) => Promise<unknown>;
  /** The dialog that asks for the reason; absent: the deed needs none. */
  readonly ask?: (asked: Asked<One>) => ReactNode;
  /** How many at a time. */
  readonly atOnce: number;
  /** The sentence on what was done. */
  readonly news: (count: number) => string;
  /** Takes it back; absent: it cannot be taken back. */
  readonly undo?: Deed<One>;
}

interface Act<One> {
  readonly deed: Deed<One>;
  readonly some: readonly One[];
}

interface BulkBarProps<One> {
  readonly chosen: readonly One[];
  readonly deeds: readonly Deed<One>[];
  /** The beginning of the keys of what deeds change. */
  readonly queryKey: readonly string[];
  readonly onFailures: (failures: readonly Failure[]) => void;
  /** Absent: rows cannot be deleted. */
  readonly onDelete?: () => void;
  /** Chooses no longer what was acted on; what was chosen since stays. */
  readonly onActed: (some: readonly One[]) => void;
  /** Chooses none. */
  readonly onClear: () => void;
}

/** Acts on all rows that are chosen. */
export function BulkBar<One extends Named>(props: BulkBarProps<One>) {
  const { chosen, deeds, queryKey, onFailures, onDelete, onActed, onClear } = props;
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<Act<One> | null>(null);
  const [progress, setProgress] = useState({ done: 0, all: 0 });
  const act = useMutation({
    mutationFn: async ({ deed, some, reason = '' }: Act<One> & { readonly reason?: string }) => {
      setProgress({ done: 0, all: some.length });
      const onDone = () => {
        setProgress(({ done, all }) => ({ done: done + 1, all }));
      };
      const work = (one: One) => deed.work(one, reason);
      const failures = await doWithEach(some, {
        ...{ work, describe: describeError, atOnce: deed.atOnce, onDone },
      });
      await queryClient.invalidateQueries({ queryKey });
      return failures;
    },
    onSuccess: (failures, { deed: { news, undo }, some }) => {
      const failed = new Set(failures.map(({ id }) => id));
      const changed = some.filter(({ id }) => !failed.has(id));
      const takeBack = undo && (() => act.mutate({ deed: undo, some: changed }));
      if (changed.length > 0) say(news(changed.length), takeBack ?? null);
      onFailures(failures);
      onActed(some);
    },
  });
  if (chosen.length === 0) return null;
  return (
    <div className="list-bar">
      <p role="status">
        {act.isPending
          ? t('list.done', { done: formatCount(progress.done), all: formatCount(progress.all) })
          : t('list.chosen', { count: chosen.length })}
      </p>
      {deeds.map((deed) => {
        const some = chosen.filter(deed.isFor);
        return (
          <Button
            key={deed.label}
            size="xs"
            variant="default"
            disabled={some.length === 0 || act.isPending}
            onClick={() => {
              if (deed.ask) setAsking({ deed, some });
              else act.mutate({ deed, some });
            }}
          >
            {deed.label}
          </Button>
        );
      })}
      {onDelete === undefined ? null : (
        <Button size="xs" variant="default" disabled={act.isPending} onClick={onDelete}>
          {t('common.delete')}
        </Button>
      )}
      <Button size="xs" variant="subtle" disabled={act.isPending} onClick={onClear}>
        {t('list.chooseNone')}
      </Button>
      {asking?.deed.ask?.({
        some: asking.some,
        onGive: (reason) => {
          setAsking(null);
          act.mutate({ ...asking, reason });
        },
        onClose: () => {
          setAsking(null);
        },
      })}
    </div>
  );
}
