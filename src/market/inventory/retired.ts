/** So much is kept of what went off sale; the older half goes at once. */
const mostKept = 100_000;

/** Keeps what went off sale for a while, by its id: its views and clicks still come. */
export class Retired<Kept> {
  #young = new Map<string, Kept>();
  /** A map of the oldest ones that are taken out one by one is walked through anew for each. */
  #old = new Map<string, Kept>();

  constructor(private readonly most = mostKept) {}

  add(id: string, kept: Kept): void {
    if (this.#young.size >= this.most / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(id, kept);
  }

  delete(id: string): void {
    this.#young.delete(id);
    this.#old.delete(id);
  }

  get(id: string): Kept | null {
    return this.#young.get(id) ?? this.#old.get(id) ?? null;
  }
}
