import { expect, it } from '@jest/globals';
import { csvAddress } from '../../../panel/statistics/csv';

it('a file for spreadsheets runs no formula, and keeps quotes and commas', () => {
  const [head, text] = csvAddress([
    ['Ad', 'Views'],
    ['=SUM(1)', '-1'],
    ['a "b", c', '2'],
  ]).split(',', 2);
  expect(head).toBe('data:text/csv;charset=utf-8');
  expect(decodeURIComponent(text ?? '').split('\r\n')).toEqual([
    '"Ad","Views"',
    `"'=SUM(1)","'-1"`,
    '"a ""b"", c","2"',
    '',
  ]);
});
