/** So much is kept of what went off sale. */
const mostKept = 100_000;

/** Keeps what went off sale for a while, by its id: its views and clicks still come. */
export class Retired<Kept> {
  readonly #kept = new Map<string, Kept>();

  add(id: string, kept: Kept): void {
    this.#kept.set(id, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  delete(id: string): void {
    this.#kept.delete(id);
  }

  get(id: string): Kept | null {
    return this.#kept.get(id) ?? null;
  }
}
