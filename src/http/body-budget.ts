/** So much of each body counts as nothing: the number of connections bounds it, and what is short is always taken. */
export const freeBytes = 16 * 1024;

/** The memory that bodies may hold, all together, while they are on their way. */
export class BodyBudget {
  #left: number;

  constructor(mostBytes: number) {
    this.#left = mostBytes;
  }

  /** @returns null where a body may not be so long: what it holds must be given back */
  grow({ held, length }: { readonly held: number; readonly length: number }): number | null {
    const more = Math.max(0, length - freeBytes) - held;
    if (more > this.#left) return null;
    this.#left -= more;
    return held + more;
  }

  giveBack(held: number): void {
    this.#left += held;
  }
}
