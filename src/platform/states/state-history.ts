import { AppError } from '../../errors';
import { hourMs } from '../../time';

/** A change of a document's state as it is stored: what it leaves out is as before. The first one has everything. */
export type StateEntry<State> = Partial<State> & { readonly at: Date };

/** A state that was in force from `at` until the next one was. */
export type TimedState<State> = State & { readonly at: Date };

/** Entries that a document keeps, the newest ones. */
export const maxStateEntries = 1000;

/** Events are taken for a day after their offer, and get their verdicts soon after that. */
const neededForMs = 25 * hourMs;

/** Finds documents that would forget, by one more entry, what events of today are judged by. */
export function forgetsByAnother(now: Date): object {
  return {
    [`states.${maxStateEntries - 1}`]: { $exists: true },
    'states.0.at': { $gt: new Date(now.getTime() - neededForMs) },
  };
}

/** @throws {AppError} `TOO_MANY_REQUESTS` for something that `forgetsByAnother` finds. */
export async function assertForgetsNothing(forgets: Promise<boolean>): Promise<void> {
  if (await forgets)
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `it was changed ${maxStateEntries} times within a day: its events are judged by that`,
      { retryAfterSeconds: 60 * 60 },
    );
}

/**
 * The part of an update that adds an entry; empty where nothing of the state changes. In the same update as the change,
 * so that of racing changes each leaves its entry, in the order in which they were stored.
 */
export function pushState<State extends object>(at: Date, changed: Partial<State>): object {
  if (Object.keys(changed).length === 0) return {};
  return { $push: { states: { $each: [{ at, ...changed }], $slice: -maxStateEntries } } };
}

/**
 * The whole states behind the entries, oldest first. Where old entries were cut off, states are left out whose members
 * are not all known any more. Clocks of gateways differ: no state begins before the one ahead of it.
 *
 * @param present as the document is now: what no entry names has not changed
 */
export function toStates<State extends object>(
  entries: readonly StateEntry<State>[],
  present: State,
): readonly TimedState<State>[] {
  const unnamed = Object.entries(present).filter(
    ([member]) => !entries.some((entry) => member in entry),
  );
  const isWhole = (state: object): state is State =>
    Object.keys(present).every((member) => member in state);
  let known: object = Object.fromEntries(unnamed);
  let latest = 0;
  const states: TimedState<State>[] = [];
  for (const entry of entries) {
    known = { ...known, ...entry };
    latest = Math.max(latest, entry.at.getTime());
    if (isWhole(known)) states.push({ ...known, at: new Date(latest) });
  }
  return states;
}

/** The state that was in force at a moment; null: before all that is known. */
export function stateAt<State extends object>(
  states: readonly TimedState<State>[],
  at: Date,
): TimedState<State> | null {
  return states.findLast((state) => state.at <= at) ?? null;
}

/** The reason and the time of a stop. */
export interface Stop<Kind extends string> {
  readonly kind: Kind;
  readonly at: Date;
  /** True where events still count for a while: somebody other than the operator stopped it. */
  readonly hasGrace: boolean;
}

/** Something begins to run (`stop` is null), or stops for a reason. */
export interface Step<Kind extends string> {
  readonly at: Date;
  readonly stop: { readonly kind: Kind; readonly hasGrace: boolean } | null;
}

/** `running`; else the last stop; null for a thing that has not run yet. */
export type Standing<Kind extends string> = 'running' | Stop<Kind> | null;

/** A stop without grace replaces a stop with grace before it: what is paused can still be rejected. */
export function standingAt<Kind extends string>(
  steps: readonly Step<Kind>[],
  at: Date,
): Standing<Kind> {
  let standing: Standing<Kind> = null;
  for (const step of steps) {
    if (step.at > at) break;
    if (step.stop === null) standing = 'running';
    else if (standing === 'running' || (standing?.hasGrace && !step.stop.hasGrace))
      standing = { ...step.stop, at: step.at };
  }
  return standing;
}
