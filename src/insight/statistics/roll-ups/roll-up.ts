import { hourMs, quarterMs } from '../../../time';
import { addCell, addFact, addStoredCells, type Cell, emptyCell, type StoredCell } from './cell';
import type { Circumstances, Fact } from '../facts/fact';
import { storedForm } from './stored-json';

/**
 * There is one roll-up for each owner and clock hour, with sections of rows. A row has a key, made of
 * some circumstances, and a cell for each quarter of the hour: so hours and days of every time zone are sums of cells.
 */
export const families = {
  all: { ownerOf: () => '', sections: { total: [] } },
  advertiser: {
    ownerOf: ({ advertiserId }) => advertiserId,
    sections: { total: [], campaign: ['campaignId'], creative: ['campaignId', 'creativeId'] },
  },
  campaign: {
    ownerOf: ({ campaignId }) => campaignId,
    sections: {
      site: ['creativeId', 'siteId', 'placementId'],
      audience: ['device', 'browser', 'country'],
      frequency: ['frequency'],
    },
  },
  publisher: {
    ownerOf: ({ publisherId }) => publisherId,
    sections: { total: [], site: ['siteId'], placement: ['siteId', 'placementId'] },
  },
  site: {
    ownerOf: ({ siteId }) => siteId,
    sections: {
      creative: ['placementId', 'campaignId', 'creativeId'],
      audience: ['device', 'browser', 'country'],
    },
  },
} as const satisfies Record<string, RollUpFamily>;

interface RollUpFamily {
  readonly ownerOf: (fact: Circumstances) => string;
  readonly sections: Readonly<Record<string, readonly Part[]>>;
}

/** A part of the keys of rows. */
export type Part = Exclude<keyof Circumstances, 'at'>;
export type FamilyName = keyof typeof families;

/** Rows of a section; what comes beyond is summed up under the empty key. */
export const mostRows = 5_000;
/** Kept apart before they are added. */
const mostSums = 10_000;

/** Rows by their key: a cell for each quarter, null where nothing happened. */
export type Section = Map<string, (Cell | null)[]>;

/** The owner and the hour. */
export interface RollUpKey {
  readonly family: FamilyName;
  readonly ownerId: string;
  /** Number of the clock hour (UTC) since the epoch. */
  readonly hour: number;
  /** An owner that several pieces of folding write has a roll-up of each, with its partition; absent: one of all. */
  readonly part?: number;
  /** Of what is stored: from 1 to 3 a layer behind the first one, see `layers.ts`; absent: the first one. */
  readonly layer?: number;
}

export interface RollUp extends RollUpKey {
  readonly sections: Map<string, Section>;
}

export const rollUpIdOf = ({ family, ownerId, hour, part, layer }: RollUpKey) =>
  `${family}:${ownerId}:${hour}${part === undefined ? '' : `:${part}`}${layer === undefined ? '' : `~${layer}`}`;

/** The roll-up that a layer is of. */
export const wholeOf = ({ family, ownerId, hour, part }: RollUpKey): RollUpKey => ({
  ...{ family, ownerId, hour },
  ...(part !== undefined && { part }),
});

export const emptied = (rollUp: RollUpKey): RollUp => ({ ...rollUp, sections: new Map() });

/** Families by the side of folding that adds to them. */
export const familiesOf = {
  demand: ['all', 'advertiser', 'campaign'],
  supply: ['publisher', 'site'],
} as const satisfies Record<string, readonly FamilyName[]>;
export type RollUpSide = keyof typeof familiesOf;
export const familyNames: readonly FamilyName[] = [...familiesOf.demand, ...familiesOf.supply];

export const sideOf = (family: FamilyName): RollUpSide =>
  family === 'publisher' || family === 'site' ? 'supply' : 'demand';

/** Sum of all that happened in one quarter of an hour in the same circumstances. */
interface Sum {
  readonly families: readonly FamilyName[];
  readonly place: Circumstances;
  /** Where it is all that happened, which is quicker to add. */
  only: Fact | null;
  cell: Cell | null;
}

function cellOfSum(sum: Sum): Cell {
  if (sum.cell) return sum.cell;
  sum.cell = emptyCell();
  if (sum.only) addFact(sum.cell, sum.only);
  return sum.cell;
}

function keyOf(place: Circumstances): string {
  const { at, device, browser, country, frequency } = place;
  const { placementId, creativeId, campaignId, siteId } = place;
  return `${Math.floor(at / quarterMs)} ${placementId} ${creativeId} ${campaignId} ${siteId} ${place.advertiserId} ${place.publisherId} ${device} ${browser} ${country} ${frequency}`;
}

/** Some roll-ups that things are added to. */
export class RollUps {
  readonly #byId = new Map<string, RollUp>();
  /** Facts that no roll-up has yet. Many have the same circumstances, and each roll-up takes those as one. */
  readonly #sums = new Map<string, Sum>();

  /**
   * @param wanted default: all
   * @param part of the roll-up that pieces of folding share; default: the one of all of them
   */
  constructor(
    private readonly wanted: readonly FamilyName[] = familyNames,
    private readonly part?: number,
  ) {}

  get byId(): ReadonlyMap<string, RollUp> {
    this.addSums();
    return this.#byId;
  }

  /** @param families that the fact is added to; default: all that are wanted */
  add(fact: Fact, families: readonly FamilyName[] = this.wanted): void {
    const key = families === this.wanted ? keyOf(fact) : `${families.join()} ${keyOf(fact)}`;
    const known = this.#sums.get(key);
    if (known) addFact(cellOfSum(known), fact);
    else this.put(key, { families, place: fact, only: fact, cell: null });
  }

  private put(key: string, sum: Sum): void {
    if (this.#sums.size === mostSums) this.addSums();
    this.#sums.set(key, sum);
  }

  private addSums(): void {
    for (const sum of this.#sums.values()) this.addSum(sum);
    this.#sums.clear();
  }

  private addSum({ families: wanted, place, only, cell }: Sum): void {
    const hour = Math.floor(place.at / hourMs);
    const quarter = Math.floor((place.at - hour * hourMs) / quarterMs);
    for (const family of wanted) {
      const { ownerOf, sections }: RollUpFamily = families[family];
      const part = family === 'all' && this.part !== undefined ? { part: this.part } : {};
      const rollUp = this.of({ family, ownerId: ownerOf(place), hour, ...part });
      for (const [name, parts] of Object.entries(sections)) {
        const key = parts.map((part) => place[part]).join(' ');
        const sum = cellOf(sectionOf(rollUp, name), key, quarter);
        if (cell) addCell(sum, cell);
        else if (only) addFact(sum, only);
      }
    }
  }

  /** Adds what is stored of an hour. */
  addStored(key: RollUpKey, stored: StoredSections): void {
    const rollUp = this.of(key);
    const { sections }: RollUpFamily = families[key.family];
    for (const name of new Set([...Object.keys(stored), ...Object.keys(sections)])) {
      const rows = rowsOf(stored, name);
      if (rows.length === 0) continue;
      const section = sectionOf(rollUp, name);
      for (const [row, ...cells] of rows)
        cells.forEach((cell, quarter) => {
          if (cell !== 0) addStoredCells(cellOf(section, row, quarter), [cell]);
        });
    }
  }

  private of(key: RollUpKey): RollUp {
    const id = rollUpIdOf(key);
    let rollUp = this.#byId.get(id);
    if (!rollUp) this.#byId.set(id, (rollUp = { ...key, sections: new Map() }));
    return rollUp;
  }
}

function sectionOf({ sections }: RollUp, name: string): Section {
  let section = sections.get(name);
  if (!section) sections.set(name, (section = new Map<string, (Cell | null)[]>()));
  return section;
}

function cellOf(section: Section, wanted: string, quarter: number): Cell {
  let row = section.get(wanted);
  if (!row) {
    const key = section.size < mostRows ? wanted : '';
    row = section.get(key);
    if (!row) section.set(key, (row = [null, null, null, null]));
  }
  return (row[quarter] ??= emptyCell());
}

/** A row as it is stored: its key, and a cell for each quarter, 0 where nothing happened. */
export type StoredRow = readonly [key: string, ...cells: readonly (StoredCell | 0)[]];

/** Every section is one text. */
export const storedSection = storedForm<readonly StoredRow[]>('a section of a roll-up', 2);

/** Sections by their names, as they are stored. */
export type StoredSections = Readonly<Record<string, string>>;

/** Sections that not all stored roll-ups have, and the older one that has the same sums. */
const olderSections: Readonly<Partial<Record<string, string>>> = { frequency: 'audience' };

/** The sections that the rows of one are read from. */
export const sectionsFor = (name: string): readonly string[] => {
  const older = olderSections[name];
  return older === undefined ? [name] : [name, older];
};

/** The rows of a stored section. Where it was not counted yet, they are those of the older one, and nothing is known of their keys. */
export function rowsOf(stored: StoredSections, name: string): readonly StoredRow[] {
  const text = stored[name];
  if (text !== undefined) return storedSection.decode(text);
  const older = stored[olderSections[name] ?? ''];
  if (older === undefined) return [];
  return storedSection.decode(older).map(([_key, ...cells]): StoredRow => ['', ...cells]);
}
