import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { say } from '../parts/status';

interface Change<Variables> {
  readonly mutate: (variables: Variables) => Promise<unknown>;
  /** The text that is said when the change is done. */
  readonly done: string;
  /** Keys of what is asked for again. */
  readonly changes: readonly (readonly unknown[])[];
  readonly onDone?: () => void;
}

/** Says that a change of one thing of a list is under way. */
export const isBusyWith = (
  { isPending, variables }: { readonly isPending: boolean; readonly variables: string | undefined },
  id: string,
): boolean => isPending && variables === id;

/**
 * Something that a person does here: said when it is done, and what it has changed is asked for again. A second press before the
 * button shows that it waits is a part of the first.
 */
export function useChange<Variables = void>({ mutate, done, changes, onDone }: Change<Variables>) {
  const queryClient = useQueryClient();
  const underWay = useRef(new Map<Variables, Promise<unknown>>());
  const begin = (variables: Variables) => {
    const begun = mutate(variables).finally(() => underWay.current.delete(variables));
    underWay.current.set(variables, begun);
    return begun;
  };
  return useMutation({
    mutationFn: (variables: Variables) => underWay.current.get(variables) ?? begin(variables),
    onSuccess: async () => {
      onDone?.();
      say(done);
      await Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
}
