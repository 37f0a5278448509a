import { partOf } from '../bid-modifiers';

type Parts = ReadonlyMap<string, number>;
type Numbers = Float64Array<ArrayBuffer>;

/** Columns kept: more than there are hours of a week, countries or types of devices. */
const mostColumns = 256;
const noValues: readonly string[] = [];

/** The parts of all maps for a request with some values, each found when it is first asked for. */
export interface PartColumn {
  readonly values: readonly string[];
  /** By map; 0: not found yet. */
  parts: Numbers;
}

/** The distinct maps of parts by the values of one dimension, numbered. */
export class PartMaps {
  private readonly maps: Parts[] = [];
  private readonly numbers = new Map<string, number>();
  /** Of the maps as objects: creatives of a campaign share them, and their texts are long. */
  private readonly known = new WeakMap<Parts, number>();
  private readonly columns = new Map<string, PartColumn>();

  /** The number of this map, given now if it had none. */
  numberOf(parts: Parts): number {
    let number = this.known.get(parts);
    if (number === undefined) this.known.set(parts, (number = this.numberOfText(parts)));
    return number;
  }

  private numberOfText(parts: Parts): number {
    const key = JSON.stringify([...parts].sort());
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.maps.push(parts) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }

  /** The column of these values, with room for all maps that there are by now. */
  column(values: readonly string[] = noValues): PartColumn {
    const key = values.length === 1 ? values[0]! : JSON.stringify(values);
    let column = this.columns.get(key);
    if (column === undefined) {
      if (this.columns.size >= mostColumns) this.columns.clear();
      column = { values, parts: new Float64Array(this.maps.length) };
      this.columns.set(key, column);
    }
    if (column.parts.length < this.maps.length) {
      const { parts } = column;
      column.parts = new Float64Array(this.maps.length * 2);
      column.parts.set(parts);
    }
    return column;
  }

  /** The part of a map, found if it was not. */
  part({ parts, values }: PartColumn, map: number): number {
    if (parts[map] === 0) parts[map] = partOf(this.maps[map]!, values);
    return parts[map]!;
  }
}
