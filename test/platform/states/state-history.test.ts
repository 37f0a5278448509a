import { describe, expect, it } from '@jest/globals';
import {
  standingAt,
  stateAt,
  type StateEntry,
  type Step,
  toStates,
} from '../../../src/platform/states/state-history';

interface Lamp {
  readonly isOn: boolean;
  readonly watts: number;
}

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 12, minute));
const entry = (minute: number, changed: Partial<Lamp>): StateEntry<Lamp> => ({
  at: at(minute),
  ...changed,
});

describe('toStates', () => {
  it('gives each entry what those before it said', () => {
    const entries = [entry(0, { isOn: false, watts: 5 }), entry(1, { isOn: true })];
    expect(toStates(entries, { isOn: true, watts: 5 })).toEqual([
      { at: at(0), isOn: false, watts: 5 },
      { at: at(1), isOn: true, watts: 5 },
    ]);
  });

  it('takes from the present what no entry names: it has not changed since they begin', () => {
    const cut = [entry(1, { isOn: true }), entry(2, { isOn: false })];
    expect(toStates(cut, { isOn: false, watts: 7 }).map(({ watts }) => watts)).toEqual([7, 7]);
  });

  it('leaves out states that are not all known because older entries are gone', () => {
    const cut = [entry(1, { isOn: true }), entry(2, { watts: 9 }), entry(3, { isOn: false })];
    expect(toStates(cut, { isOn: false, watts: 9 })).toEqual([
      { at: at(2), isOn: true, watts: 9 },
      { at: at(3), isOn: false, watts: 9 },
    ]);
  });

  it('lets none begin before the one ahead of it, whatever a gateway’s clock said', () => {
    const entries = [entry(5, { isOn: false, watts: 5 }), entry(4, { isOn: true })];
    expect(toStates(entries, { isOn: true, watts: 5 }).map((state) => state.at)).toEqual([
      at(5),
      at(5),
    ]);
  });
});

describe('stateAt', () => {
  const states = toStates([entry(1, { isOn: false, watts: 5 }), entry(3, { watts: 6 })], {
    isOn: false,
    watts: 6,
  });

  it.each([
    [0, undefined],
    [1, 5],
    [2, 5],
    [3, 6],
    [60, 6],
  ])('at minute %d has the watts %p', (minute, watts) => {
    expect(stateAt(states, at(minute))?.watts).toBe(watts);
  });

  it('of two at one moment is the later one', () => {
    const entries = [entry(1, { isOn: false, watts: 5 }), entry(1, { isOn: true })];
    const [...both] = toStates(entries, { isOn: true, watts: 5 });
    expect(stateAt(both, at(1))?.isOn).toBe(true);
  });
});

describe('standingAt', () => {
  const run = (minute: number): Step<string> => ({ at: at(minute), stop: null });
  const stop = (minute: number, kind: string, hasGrace = true): Step<string> => ({
    at: at(minute),
    stop: { kind, hasGrace },
  });
  const standing = (steps: readonly Step<string>[], minute: number) =>
    standingAt(steps, at(minute));

  it('is null before the first run, and without any step', () => {
    expect(standing([], 5)).toBeNull();
    expect(standing([stop(0, 'draft'), run(3)], 2)).toBeNull();
  });

  it('runs from its first moment to the one before it stops', () => {
    const steps = [run(1), stop(3, 'paused')];
    expect([1, 2].map((minute) => standing(steps, minute))).toEqual(['running', 'running']);
    expect(standing(steps, 3)).toEqual({ kind: 'paused', at: at(3), hasGrace: true });
  });

  it('keeps the first of several stops: grace is counted from it', () => {
    const steps = [run(0), stop(1, 'paused'), stop(2, 'deleted')];
    expect(standing(steps, 9)).toMatchObject({ kind: 'paused', at: at(1) });
  });

  it('lets a stop without grace take the place of one with it, and not the reverse', () => {
    const rejected = stop(2, 'rejected', false);
    expect(standing([run(0), stop(1, 'paused'), rejected], 9)).toEqual({
      kind: 'rejected',
      at: at(2),
      hasGrace: false,
    });
    expect(standing([run(0), rejected, stop(3, 'paused')], 9)).toMatchObject({ kind: 'rejected' });
  });

  it('runs again', () => {
    const steps = [run(0), stop(1, 'rejected', false), run(2), stop(4, 'paused')];
    expect(standing(steps, 3)).toBe('running');
    expect(standing(steps, 5)).toMatchObject({ kind: 'paused', at: at(4) });
  });
});
