import type { BidModifiers } from '../types';
import { PartMaps } from './part-maps';

/** Numbers in the row of a set. */
export const rowLength = 4;

/** The distinct bid modifiers that candidates have, as numbers of their parts. */
export class ModifierSets {
  readonly devices = new PartMaps();
  readonly countries = new PartMaps();
  /** One for each time zone. */
  readonly hours: PartMaps[] = [];
  readonly zones: string[] = [];
  /** By set a row: its maps of devices, countries and hours, and its time zone. */
  rows: Uint32Array<ArrayBuffer> = new Uint32Array(rowLength);
  private count = 0;
  private readonly numbers = new Map<string, number>();
  private last: BidModifiers | null = null;
  private lastNumber = 0;

  /** Sets that there are by now. */
  get size(): number {
    return this.count;
  }

  /** The number of these modifiers, given now if they had none. */
  numberOf(modifiers: BidModifiers): number {
    if (this.last !== modifiers) {
      this.last = modifiers;
      this.lastNumber = this.find(modifiers);
    }
    return this.lastNumber;
  }

  private find(modifiers: BidModifiers): number {
    const { devices, countries, hours, timeZone } = modifiers;
    const zone = this.zoneNumber(timeZone);
    const row = [
      this.devices.numberOf(devices),
      this.countries.numberOf(countries),
      this.hours[zone]!.numberOf(hours),
      zone,
    ];
    const key = row.join();
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.count;
    const at = number * rowLength;
    if (at === this.rows.length) {
      const { rows } = this;
      this.rows = new Uint32Array(rows.length * 2);
      this.rows.set(rows);
    }
    this.rows.set(row, at);
    this.count += 1;
    this.numbers.set(key, number);
    return number;
  }

  private zoneNumber(timeZone: string): number {
    const known = this.zones.indexOf(timeZone);
    if (known >= 0) return known;
    this.hours.push(new PartMaps());
    return this.zones.push(timeZone) - 1;
  }
}
