import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import {
  addStoredCells,
  emptyCell,
  type StoredCell,
} from '../../../../src/insight/statistics/roll-ups/cell';
import { toFigures } from '../../../../src/insight/statistics/questions/figures.type';

const stored = (rejected: object): StoredCell => JSON.parse(JSON.stringify([[4], [], rejected]));

describe('what was rejected', () => {
  it('leaves out a reason that only a later version knows', () => {
    const cell = emptyCell();
    addStoredCells(cell, [stored({ 'impression:bot': 1, 'impression:of_the_future': 2 })]);
    const { rejected } = toFigures(cell, {
      side: 'advertiser',
      hasRequests: false,
      incompleteSince: null,
    });
    expect(rejected).toEqual([{ kind: 'impression', reason: 'bot', count: 1n, rate: 0.25 }]);
  });
});
