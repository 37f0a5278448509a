import { invalid } from '../../../errors';
import { hourMs, quarterMs } from '../../../time';
import { addCell, addFact, addStoredCells, type Cell, emptyCell } from '../roll-ups/cell';
import type { Fact } from '../facts/fact';
import type { StoredRequests } from '../requests/request-count.store';
import type { PlannedQuestion } from './plan-reading.service';
import type { ReadingPlan } from './reading-plan';
import type { StatisticsQuestion } from './statistics-question';
import type { Part, RollUp, RollUpKey, StoredRow } from '../roll-ups/roll-up';
import { QuarterSlots } from './quarter-slots';

/** Cells by slot, of all that has one key. */
type Cells = Map<number, Cell>;

/** A plan, and the question's parts that groups are made by. */
export interface GroupOptions extends Pick<PlannedQuestion, 'plan' | 'mostCells'> {
  readonly question: Pick<StatisticsQuestion, 'buckets' | 'parts' | 'only' | 'hours'>;
}

const mostCellsOfAnswer = 200_000;
const mostKnownRows = 10_000;

const tooManyCells = () =>
  invalid({
    interval: [
      `gives more than ${mostCellsOfAnswer} rows: take a longer one or a shorter time, or narrow the filter`,
    ],
  });

/** Sums rows of roll-ups up by some parts of their keys, and by slot. */
export class Groups {
  /** By the values of the parts, a blank between them. */
  readonly byKey = new Map<string, Cells>();
  private readonly positions: readonly number[];
  private readonly conditions: readonly (readonly [
    position: number,
    values: ReadonlySet<string>,
  ])[];
  private readonly slots: QuarterSlots;
  private readonly parts: readonly Part[];
  private readonly only: ReadonlyMap<Part, ReadonlySet<string>>;
  private readonly plan: ReadingPlan;
  private readonly mostCells: number;
  /** By the owner and the row's key: every hour has the same rows again. */
  private readonly groupOfRow = new Map<string, string | null>();
  private count = 0;

  constructor({ plan, question, mostCells = mostCellsOfAnswer }: GroupOptions) {
    const { parts, only } = question;
    // The owner comes first: a row that sums up what had no room has an empty key.
    const positionOf = (part: Part) => (part === plan.ownerPart ? 0 : plan.parts.indexOf(part) + 1);
    this.plan = plan;
    this.parts = parts;
    this.only = only;
    this.mostCells = mostCells;
    this.positions = parts.map(positionOf);
    this.conditions = [...only].map(([part, values]) => [positionOf(part), values]);
    this.slots = new QuarterSlots(question);
  }

  /** Adds the rows of a section as they are stored. */
  addStored({ ownerId, hour }: Omit<RollUpKey, 'family'>, rows: readonly StoredRow[]): void {
    const slotOf = (quarter: number) => this.slots.at(hour * hourMs + quarter * quarterMs);
    for (const [key, ...cells] of rows) {
      const group = this.groupOf(key, ownerId);
      if (group === null) continue;
      for (let from = 0; from < cells.length; ) {
        const slot = slotOf(from);
        let to = from + 1;
        while (to < cells.length && slotOf(to) === slot) to += 1;
        const some = cells.slice(from, to).filter((cell) => cell !== 0);
        if (slot !== undefined && some.length > 0) addStoredCells(this.cellOf(group, slot), some);
        from = to;
      }
    }
  }

  /** Adds a section that is in memory. */
  addRollUp({ ownerId, hour, sections }: RollUp, name: string): void {
    for (const [key, cells] of sections.get(name) ?? []) {
      const group = this.groupOf(key, ownerId);
      if (group === null) continue;
      cells.forEach((cell, quarter) => {
        const slot = this.slots.at(hour * hourMs + quarter * quarterMs);
        if (cell !== null && slot !== undefined) addCell(this.cellOf(group, slot), cell);
      });
    }
  }

  /** Adds one thing that happened. */
  addFact(fact: Fact): void {
    const { parts, ownerPart } = this.plan;
    const key = parts.map((part) => fact[part]).join(' ');
    const group = this.groupOf(key, ownerPart === null ? '' : fact[ownerPart]);
    const slot = this.slots.at(fact.at);
    if (group !== null && slot !== undefined) addFact(this.cellOf(group, slot), fact);
  }

  /** Adds what was asked for; to be grouped by and narrowed to sites and placements at most. */
  addRequests({ quarter, requests, offers, ...ids }: StoredRequests): void {
    const valueOf = (part: Part) => (part === 'siteId' ? ids.siteId : ids.placementId);
    if (![...this.only].every(([part, wanted]) => wanted.has(valueOf(part)))) return;
    const slot = this.slots.at(quarter * quarterMs);
    if (slot === undefined) return;
    const { finds, errors } = this.cellOf(this.parts.map(valueOf).join(' '), slot);
    finds.requests += requests;
    finds.offers += offers;
    errors.client += ids.clientErrors ?? 0;
    errors.server += ids.serverErrors ?? 0;
  }

  /** The key that a row is summed up under; null: the row is left out. */
  private groupOf(key: string, ownerId: string): string | null {
    if (this.positions.length + this.conditions.length === 0) return '';
    const row = this.plan.ownerPart === null ? key : `${ownerId} ${key}`;
    const known = this.groupOfRow.get(row);
    if (known !== undefined) return known;
    const values = [ownerId, ...key.split(' ')];
    const isMeant = this.conditions.every(([at, wanted]) => wanted.has(values[at] ?? ''));
    const group = isMeant ? this.positions.map((at) => values[at] ?? '').join(' ') : null;
    if (this.groupOfRow.size === mostKnownRows) this.groupOfRow.clear();
    this.groupOfRow.set(row, group);
    return group;
  }

  private cellOf(key: string, slot: number): Cell {
    let cells = this.byKey.get(key);
    if (!cells) this.byKey.set(key, (cells = new Map<number, Cell>()));
    let cell = cells.get(slot);
    if (!cell) {
      this.count += 1;
      if (this.count > this.mostCells) throw tooManyCells();
      cells.set(slot, (cell = emptyCell()));
    }
    return cell;
  }
}
