import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { problems } from '../../../panel/texts/de/problems';
import { unpaid } from '../../../panel/texts/en/unpaid';
import { en } from '../../../panel/texts/en';
import { toRules, translate } from '../../../panel/texts/translate-problem';
import defaultTaxonomy from '../../../src/demand/taxonomy/default-taxonomy.json';
import { unpaidReasons } from '../../../src/money/payments/due/payout-rules';
import { isRecord } from '../../../src/record';

const rules = toRules(problems);

/** Sources of what the server says of values that people type into the panel. */
const sources = [
  'src/input-members.ts',
  'src/platform/resources/kinds.ts',
  ...[
    'demand/{campaigns,conversions,creatives,bid-strategies,contents,uploads}',
    'supply/{sites,placements,site-claims}',
  ]
    .concat('identity/{accounts,oauth/clients,oauth/tokens}', 'insight/notifications')
    .concat('money/{withdrawals,claims}')
    .flatMap((folder) => globSync(`src/${folder}/**/*.ts`)),
];

/** Sentences about values, with a number in the place of what the server names. */
const said = new Set(
  sources.flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /(['`])((?:must|is|has|may|needs|or|loads|refers|takes) (?:(?!\1)[^\n])*)\1/g,
      ),
    ].map(([, , text = '']) => text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7')),
  ),
);

describe('the German words for the server’s own', () => {
  it('are there for every problem of a value that is typed', () => {
    expect(said.size).toBeGreaterThan(80);
    expect([...said].filter((text) => translate(text, rules) === text)).toEqual([]);
  });

  it.each([
    ['must have 10 to 1024 characters', 'muss 10 bis 1024 Zeichen haben'],
    ['must be at least 0.01 USD per hour', 'müssen mindestens 0.01 USD je Stunde sein'],
    ['“a b” is not a domain', '“a b” ist keine Domain'],
    ['is no size of $& $1', 'ist keine Größe von $& $1'],
    [
      '640x480 is not a size that this medium takes; the nearest are 640x360, 580x400',
      '640x480 ist keine Größe, die dieses Medium nimmt; am nächsten sind 640x360, 580x400',
    ],
    ['was never heard of', 'was never heard of'],
  ])('%s: %s', (english, german) => {
    expect(translate(english, rules)).toBe(german);
  });

  it.each([
    ['payments/batch/decide-batch.service.ts', 'the ledger has ${transactionId} in its place'],
    ['payments/batch/decide-batch.service.ts', 'somebody else has paid it by ${transactionId}'],
    [
      'payments/batch/reopen-batches.service.ts',
      'the block that had it as ${transactionId} was replaced',
    ],
    [
      'payments/chain/foreign-transfers.service.ts',
      'somebody else has paid it from the account ${address}',
    ],
  ])('are there for what %s keeps with a payment, or with whom it pays: %s', (path, stored) => {
    expect(readFileSync(`src/money/${path}`, 'utf8')).toContain(stored);
    const sentence = stored.replace(/\$\{\w+\}/, '0001:00000001:0002');
    expect(translate(sentence, rules)).not.toBe(sentence);
    expect(translate(sentence, rules)).toContain('0001:00000001:0002');
  });

  it('are there for every reason that something is not paid', () => {
    const more = ['held', 'left_today', 'no_reason_given', 'other_address'];
    const keys = [...unpaidReasons, ...more];
    expect(Object.keys(unpaid).toSorted()).toEqual(keys.toSorted());
  });

  it('are there for every label of the server’s own taxonomy that is no name', () => {
    const names =
      /^(?:Decentraland|Cryptovoxels|PolkaCity|MILC|Android|Apple \(iOS, macOS\)|Unix \(Linux, BSD\)|Windows|Chrome|Edge|Firefox|Internet Explorer|Opera|Safari)$/;
    const labels = labelsOf(defaultTaxonomy).filter((label) => !names.test(label));
    expect(labels.filter((label) => !Object.hasOwn(en.labels, label))).toEqual([]);
    expect(Object.keys(en.labels).filter((label) => !labels.includes(label))).toEqual([]);
  });
});

/** Labels of a taxonomy but those of parameters: countries and languages, which the browser names. */
function labelsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(labelsOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'parameters') return [];
    if (name === 'label') return [String(member)];
    if (name === 'items' && isRecord(member))
      return Object.values(member).flatMap((item) =>
        typeof item === 'string'
          ? [item]
          : labelsOf({
              label: isRecord(item) ? item['label'] : '',
              items: isRecord(item) ? item['values'] : {},
            }),
      );
    return labelsOf(member);
  });
}
