/** The feed tells of a share for some seconds again and again. */
const mostRemembered = 10_000;

/** The shares that this process knows: none counts twice. */
export class TakenShares {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > mostRemembered && oldest !== undefined) this.#ids.delete(oldest);
  }

  clear(): void {
    this.#ids.clear();
  }
}
