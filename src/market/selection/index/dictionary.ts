/** One key of one space, `site:category` say, with the codes of its values. */
export interface Dimension {
  readonly id: number;
  readonly codes: ReadonlyMap<string, number>;
}

/** Numbers every (space, key, value) that some candidate speaks of, and every (space, key). Only grows. */
export class Dictionary {
  private readonly spaces: readonly Map<string, { id: number; codes: Map<string, number> }>[];
  private readonly dimensionOfCode: number[] = [];
  private dimensions = 0;

  constructor(spaceCount: number) {
    this.spaces = Array.from({ length: spaceCount }, () => new Map());
  }

  get codeCount(): number {
    return this.dimensionOfCode.length;
  }

  get dimensionCount(): number {
    return this.dimensions;
  }

  /** Undefined: no candidate speaks of it. */
  dimension(space: number, key: string): Dimension | undefined {
    return this.spaces[space]!.get(key);
  }

  /** The value's code, given now if it had none. */
  code(space: number, key: string, value: string): number {
    const dimensions = this.spaces[space]!;
    let dimension = dimensions.get(key);
    if (!dimension) {
      dimension = { id: this.dimensions, codes: new Map() };
      this.dimensions += 1;
      dimensions.set(key, dimension);
    }
    let code = dimension.codes.get(value);
    if (code === undefined) {
      code = this.dimensionOfCode.push(dimension.id) - 1;
      dimension.codes.set(value, code);
    }
    return code;
  }

  dimensionOf(code: number): number {
    return this.dimensionOfCode[code]!;
  }
}
