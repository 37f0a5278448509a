import { useState } from 'react';
import { AskReason } from './ask-reason';
import { useChange } from './use-change';

/** A change that needs a reason. */
export interface ReasonedChange<Item> {
  readonly title: (item: Item) => string;
  /** The text about the reason's readers and the change's consequence. */
  readonly about: string;
  /** The verb on the button. */
  readonly action: string;
  readonly mutate: (item: Item, reason: string) => Promise<unknown>;
  /** The text that is said when the change is done. */
  readonly done: string;
  /** Keys of what is asked for again. */
  readonly changes: readonly (readonly unknown[])[];
}

/** A change of something chosen that needs a reason: `choose` opens the dialog, which is a part of the page. */
export function useReasonedChange<Item>(props: ReasonedChange<Item>) {
  const { title, about, action, mutate, done, changes } = props;
  const [chosen, setChosen] = useState<{ readonly item: Item } | null>(null);
  const change = useChange({
    mutate: ({ item, reason }: { readonly item: Item; readonly reason: string }) =>
      mutate(item, reason),
    done,
    changes,
    onDone: () => {
      setChosen(null);
    },
  });
  return {
    choose: (item: Item) => {
      change.reset();
      setChosen({ item });
    },
    dialog:
      chosen === null ? null : (
        <AskReason
          {...{ about, action }}
          title={title(chosen.item)}
          isBusy={change.isPending}
          error={change.error}
          onGive={(reason) => {
            change.mutate({ item: chosen.item, reason });
          }}
          onClose={() => {
            setChosen(null);
          }}
        />
      ),
  };
}
