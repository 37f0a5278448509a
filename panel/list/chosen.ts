import { useState } from 'react';

interface Identified {
  readonly id: string;
}

/** Rows that are chosen, by their ids: on other pages too. */
export type Chosen<One> = ReadonlyMap<string, One>;

/** The rows of a list that something is done with. */
export function useChosen<One extends Identified>() {
  const [chosen, setChosen] = useState<Chosen<One>>(new Map());
  return {
    chosen,
    /** Chooses some, or none of them where all were chosen. */
    toggle: (some: readonly One[]) => {
      setChosen((before) => toggled(before, some));
    },
    /** Chooses some beside those that are chosen. */
    add: (some: readonly One[]) => {
      setChosen((before) => new Map([...before, ...some.map((one) => [one.id, one] as const)]));
    },
    /** Chooses some no longer. */
    drop: (some: readonly One[]) => {
      const ids = new Set(some.map(({ id }) => id));
      setChosen((before) => new Map([...before].filter(([id]) => !ids.has(id))));
    },
    clear: () => {
      setChosen(new Map());
    },
  };
}

function toggled<One extends Identified>(before: Chosen<One>, some: readonly One[]): Chosen<One> {
  const after = new Map(before);
  const wereAll = some.every(({ id }) => before.has(id));
  for (const one of some)
    if (wereAll) after.delete(one.id);
    else after.set(one.id, one);
  return after;
}
