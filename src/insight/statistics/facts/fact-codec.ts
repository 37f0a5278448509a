import { rejectionReasons } from '../../../money/verification/verdict';
import type { Fact, FactOutcome } from './fact';
import { storedForm } from '../roll-ups/stored-json';

/** Positions of texts, and numbers as they are. */
type Row = readonly number[];

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
] as const satisfies readonly (keyof Fact)[];
const amountMembers = ['price', 'charge', 'revenue', 'earned'] as const;
const noText = -1;

interface StoredFacts {
  readonly texts: readonly string[];
  readonly rows: readonly Row[];
}

const storedFacts = storedForm<StoredFacts>();

const byName = <Name extends string>(names: readonly Name[]) =>
  new Map<string, Name>(names.map((name) => [name, name]));
const kinds = byName<Fact['kind']>(['impression', 'click', 'conversion']);
const outcomes = byName<FactOutcome>(['pending', 'accepted', ...rejectionReasons]);

/**
 * Facts as one JSON text: `{ texts, rows }`, each text once and rows of positions among them. The database takes it for
 * one value: as documents of their own, facts would cost it as much as their events.
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
      ...textMembers.map((member) => positionOf(fact[member])),
      ...amountMembers.map((member) => positionOf(fact[member].toString())),
    ],
  );
  return storedFacts.encode({ texts: [...positions.keys()], rows });
}

/** @param text as `encodeFacts` makes it */
export function decodeFacts(text: string): readonly Fact[] {
  const { texts, rows } = storedFacts.decode(text);
  const amounts = new Map<number, bigint>();
  const amountAt = (position: number) => {
    let amount = amounts.get(position);
    if (amount === undefined) amounts.set(position, (amount = BigInt(texts[position]!)));
    return amount;
  };
  return rows.map((row) => {
    const text = (column: number) => texts[row[column]!]!;
    return {
      at: row[0]!,
      sign: row[1] === 1 ? 1 : -1,
      trackingId: row[2] === noText ? null : text(2),
      advertiserId: text(3),
      campaignId: text(4),
      creativeId: text(5),
      publisherId: text(6),
      siteId: text(7),
      placementId: text(8),
      device: text(9),
      browser: text(10),
      country: text(11),
      kind: kinds.get(text(12))!,
      outcome: outcomes.get(text(13))!,
      id: text(14),
      price: amountAt(row[15]!),
      charge: amountAt(row[16]!),
      revenue: amountAt(row[17]!),
      earned: amountAt(row[18]!),
    };
  });
}
