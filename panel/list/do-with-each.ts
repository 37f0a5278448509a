/** A thing that people know by its name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Something that was not done with a thing. */
export interface Failure extends Named {
  /** The words of its error. */
  readonly problem: string;
}

export interface Doing<One> {
  readonly work: (one: One) => Promise<unknown>;
  readonly describe: (error: Error) => string;
  /** How many at a time. */
  readonly atOnce: number;
  readonly onDone: () => void;
}

/** Does something with each of some things. A failure keeps no other thing back. @returns those that failed */
export async function doWithEach<One extends Named>(
  all: readonly One[],
  { work, describe, atOnce, onDone }: Doing<One>,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  const rest = all.values();
  const next = async (): Promise<void> => {
    for (const one of rest) {
      try {
        await work(one);
      } catch (error) {
        const problem = error instanceof Error ? describe(error) : String(error);
        failures.push({ id: one.id, name: one.name, problem });
      }
      onDone();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return failures;
}
