import {
  addFact,
  addStoredCell,
  type Cell,
  emptyCell,
  encodeCell,
  isEmptyCell,
  type StoredCell,
} from './cell';
import type { Circumstances, Fact } from './fact';
import { storedForm } from './stored-json';

/**
 * What is summed up for whom: for each owner and clock hour one roll-up, with sections of rows. A row has a key, made of
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

/** What keys of rows are made of. */
export type Part = Exclude<keyof Circumstances, 'at'>;
export type FamilyName = keyof typeof families;

/** Rows of a section; what comes beyond is summed up under the empty key. */
export const mostRows = 5_000;
export const quarterMs = 15 * 60 * 1000;
export const hourMs = 4 * quarterMs;

/** Rows by their key: a cell for each quarter, null where nothing happened. */
export type Section = Map<string, (Cell | null)[]>;

/** Whose hour it is. */
export interface RollUpKey {
  readonly family: FamilyName;
  readonly ownerId: string;
  /** Number of the clock hour (UTC) since the epoch. */
  readonly hour: number;
}

export interface RollUp extends RollUpKey {
  readonly sections: Map<string, Section>;
}

export const rollUpIdOf = ({ family, ownerId, hour }: RollUpKey) => `${family}:${ownerId}:${hour}`;
export const familyNames: readonly FamilyName[] = [
  'all',
  'advertiser',
  'campaign',
  'publisher',
  'site',
];

/** A view that became, or is no longer, a visitor's first of the day for its campaign or on its site. */
export interface UniqueChange extends Circumstances {
  readonly of: 'uniqueViews' | 'uniqueSiteViews';
  readonly sign: 1 | -1;
}

/** Some roll-ups that things are added to. */
export class RollUps {
  readonly byId = new Map<string, RollUp>();

  /** @param wanted default: all */
  constructor(private readonly wanted: readonly FamilyName[] = familyNames) {}

  add(fact: Fact): void {
    this.addAt(fact, (cell) => {
      addFact(cell, fact);
    });
  }

  addUnique(change: UniqueChange): void {
    this.addAt(change, ({ counts }) => {
      counts[change.of] += change.sign;
    });
  }

  /** Changes the cells of what happened there and then, in all roll-ups. */
  private addAt(place: Circumstances, change: (cell: Cell) => void): void {
    const hour = Math.floor(place.at / hourMs);
    const quarter = Math.floor((place.at - hour * hourMs) / quarterMs);
    for (const family of this.wanted) {
      const { ownerOf, sections }: RollUpFamily = families[family];
      const rollUp = this.of({ family, ownerId: ownerOf(place), hour });
      for (const [name, parts] of Object.entries(sections)) {
        const key = parts.map((part) => place[part]).join(' ');
        change(cellOf(sectionOf(rollUp, name), key, quarter));
      }
    }
  }

  /** Adds what is stored of an hour. */
  addStored(key: RollUpKey, stored: Readonly<Record<string, string>>): void {
    const rollUp = this.of(key);
    for (const [name, text] of Object.entries(stored)) {
      const section = sectionOf(rollUp, name);
      for (const [row, ...cells] of storedSection.decode(text))
        cells.forEach((cell, quarter) => {
          if (cell !== 0) addStoredCell(cellOf(section, row, quarter), cell);
        });
    }
  }

  private of(key: RollUpKey): RollUp {
    const id = rollUpIdOf(key);
    let rollUp = this.byId.get(id);
    if (!rollUp) this.byId.set(id, (rollUp = { ...key, sections: new Map() }));
    return rollUp;
  }
}

function sectionOf({ sections }: RollUp, name: string): Section {
  let section = sections.get(name);
  if (!section) sections.set(name, (section = new Map<string, (Cell | null)[]>()));
  return section;
}

function cellOf(section: Section, wanted: string, quarter: number): Cell {
  const key = section.has(wanted) || section.size < mostRows ? wanted : '';
  let row = section.get(key);
  if (!row) section.set(key, (row = [null, null, null, null]));
  return (row[quarter] ??= emptyCell());
}

/** A row as it is stored: its key, and a cell for each quarter, 0 where nothing happened. */
type StoredRow = readonly [key: string, ...cells: readonly (StoredCell | 0)[]];

/** Every section is one text. */
export const storedSection = storedForm<readonly StoredRow[]>();

/** Sections by their names; null where nothing is left. */
export function encodeSections({ sections }: RollUp): Readonly<Record<string, string>> | null {
  const encoded = [...sections].flatMap(([name, section]) => {
    const rows = [...section].flatMap(([key, cells]): StoredRow[] => {
      const stored = cells.map((cell) => (cell && !isEmptyCell(cell) ? encodeCell(cell) : 0));
      return stored.some((cell) => cell !== 0) ? [[key, ...stored]] : [];
    });
    return rows.length === 0 ? [] : [[name, storedSection.encode(rows)] as const];
  });
  return encoded.length === 0 ? null : Object.fromEntries(encoded);
}
