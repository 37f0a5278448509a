import { rejectionReasons } from '../../../money/verification/verdict';
import type { Fact, FactKind, FactOutcome } from './fact';
import { recordOf } from '../../../record';
import { storedForm } from '../roll-ups/stored-json';

/** Positions of texts, and numbers as they are. */
type Row = readonly number[];

/**
 * The columns of a row, behind `at`, `sign` and `trackingId`: positions of texts, those of amounts last. A new member is
 * a new column: stored facts say their columns, and a fact that lacks one has its absent value.
 */
const textMembers = [
  'advertiserId',
  'campaignId',
  'creativeId',
  'publisherId',
  'siteId',
  'placementId',
  'device',
  'browser',
  'country',
  'kind',
  'outcome',
  'id',
  'isMeasured',
  'frequency',
] as const satisfies readonly (keyof Fact)[];
const amountMembers = ['price', 'charge', 'revenue', 'earned', 'fees'] as const;
const firstColumn = 3;
const noText = -1;

type Column = (typeof textMembers)[number] | (typeof amountMembers)[number];
const columns: readonly Column[] = [...textMembers, ...amountMembers];

interface StoredFacts {
  /** Absent from the first form, whose columns are those of `firstForm`. */
  readonly columns?: readonly string[];
  readonly texts: readonly string[];
  readonly rows: readonly Row[];
}

/** The columns of facts that do not say them. They never change: such facts are stored. */
const firstForm: readonly string[] = [
  ...['advertiserId', 'campaignId', 'creativeId', 'publisherId', 'siteId', 'placementId'],
  ...['device', 'browser', 'country', 'kind', 'outcome', 'id'],
  ...['price', 'charge', 'revenue', 'earned'],
];

const storedFacts = storedForm<StoredFacts>('a batch of facts', 3);

const byName = <Name extends string>(names: readonly Name[]) =>
  new Map<string, Name>(names.map((name) => [name, name]));
const kinds = byName<FactKind>([
  'impression',
  'click',
  'conversion',
  'first_view',
  'first_site_view',
]);
const outcomes = byName<FactOutcome>(['pending', 'accepted', ...rejectionReasons]);

/**
 * Facts as one text: the JSON of `{ columns, texts, rows }`, each text once and rows of positions among them. The database
 * takes the text for one value: as documents of their own, facts would cost it as much as their events.
 */
export function encodeFacts(facts: readonly Fact[]): string {
  const positions = new Map<string, number>();
  const positionOf = (text: string) => {
    const known = positions.get(text);
    if (known !== undefined) return known;
    positions.set(text, positions.size);
    return positions.size - 1;
  };
  const rows = facts.map(
    (fact): Row => [
      fact.at,
      fact.sign,
      fact.trackingId === null ? noText : positionOf(fact.trackingId),
      ...columns.map((column) => positionOf(fact[column].toString())),
    ],
  );
  return storedFacts.encode({ columns, texts: [...positions.keys()], rows });
}

/**
 * Reads facts of this form and of those before.
 *
 * @param text as `encodeFacts` makes it, or has made it in an earlier version
 * @throws {Error} for a kind or an outcome that this version does not know: a later version has stored it.
 */
export function decodeFacts(text: string): readonly Fact[] {
  const { texts, rows, columns: named = firstForm } = storedFacts.decode(text);
  const amounts = new Map<string, bigint>();
  const amountOf = (digits: string) => {
    let amount = amounts.get(digits);
    if (amount === undefined) amounts.set(digits, (amount = BigInt(digits)));
    return amount;
  };
  const places = new Map(named.map((name, at) => [name, at + firstColumn]));
  const placeOf = (column: Column) => places.get(column) ?? -1;
  const [at, sign, visitor] = [0, 1, 2];
  const place = recordOf(columns, placeOf);
  return rows.map((row) => {
    const textAt = (index: number) => texts[row[index] ?? noText] ?? '';
    const amountAt = (index: number) => amountOf(textAt(index) || '0');
    return {
      at: row[at] ?? 0,
      sign: row[sign] === 1 ? 1 : -1,
      trackingId: row[visitor] === noText ? null : textAt(visitor),
      advertiserId: textAt(place.advertiserId),
      campaignId: textAt(place.campaignId),
      creativeId: textAt(place.creativeId),
      publisherId: textAt(place.publisherId),
      siteId: textAt(place.siteId),
      placementId: textAt(place.placementId),
      device: textAt(place.device),
      browser: textAt(place.browser),
      country: textAt(place.country),
      frequency: textAt(place.frequency),
      kind: known(kinds, textAt(place.kind)),
      outcome: known(outcomes, textAt(place.outcome)),
      id: textAt(place.id),
      isMeasured: textAt(place.isMeasured) === 'true',
      price: amountAt(place.price),
      charge: amountAt(place.charge),
      revenue: amountAt(place.revenue),
      earned: amountAt(place.earned),
      fees: amountAt(place.fees),
    };
  });
}

function known<Value>(values: ReadonlyMap<string, Value>, text: string): Value {
  const value = values.get(text);
  if (value === undefined)
    throw new Error(`a stored fact has "${text}", which a later version knows`);
  return value;
}
