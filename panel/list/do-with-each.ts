/** A thing that people know by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Something that was not done with a thing. */
export interface Failure extends Named {
  /** Why, in the server's words. */
  readonly problem: string;
}

export interface Doing<One> {
  readonly work: (one: One) => Promise<unknown>;
  /** How many at a time. */
  readonly atOnce: number;
  readonly onDone: () => void;
}

/** Does something with each of some things. A failure keeps no other thing back. @returns those that failed */
export async function doWithEach<One extends Named>(
  all: readonly One[],
  { work, atOnce, onDone }: Doing<One>,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  const rest = all.values();
  const next = async (): Promise<void> => {
    for (const one of rest) {
      try {
        await work(one);
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        failures.push({ id: one.id, name: one.name, problem });
      }
      onDone();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return failures;
}
