import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { accumulators } from '../src/aggregate/accumulators';
import { operators as expressions } from '../src/aggregate/operators/index';
import { compilePipeline } from '../src/aggregate/pipeline';
import { commands } from '../src/commands/index';
import { operators as queryOperators } from '../src/query/operators';
import { updateOperators } from '../src/update/operators';
import { doc } from './support/documents';

const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');

/** The first list of a row of the table of what is kept. */
function kept(what: string): readonly string[] {
  const [, list = ''] = new RegExp(`^\\| ${what} \\| \`([^\`]+)\``, 'm').exec(readme) ?? [];
  return list.split(' ');
}

describe('the README', () => {
  it.each<[string, Iterable<string>]>([
    ['commands', new Set([...commands.values()].map(({ names }) => names[0]!))],
    ['query operators', [...queryOperators.keys(), '$and', '$comment', '$expr', '$nor', '$or']],
    ['update operators', [...updateOperators.keys(), '$rename']],
    ['accumulators', accumulators.keys()],
    ['expressions', expressions.keys()],
  ])('lists all %s', (what, names) => {
    expect(kept(what)).toEqual([...names].sort());
  });

  it('lists stages that there are', () => {
    const env = { now: new Date(), isDue: () => false };
    const unknown = kept('stages').filter((name) => {
      try {
        compilePipeline([doc({ [name]: null })], env);
      } catch (error) {
        return (error as { code?: number }).code === 40324;
      }
      return false;
    });
    expect(unknown).toEqual(['$changeStream']);
  });
});
