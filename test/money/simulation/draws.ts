/** So many standard deviations off, chance is no explanation. */
const mostDeviations = 4.5;

/** Counts how often something is drawn that has a known probability. */
export class Draws {
  readonly #sums = new Map<string, { hits: number; expected: number; variance: number }>();

  note(name: string, probability: number, isHit: boolean): void {
    const sum = this.#sums.get(name) ?? { hits: 0, expected: 0, variance: 0 };
    sum.hits += isHit ? 1 : 0;
    sum.expected += probability;
    sum.variance += probability * (1 - probability);
    this.#sums.set(name, sum);
  }

  /** Says what was drawn more often, or more seldom, than chance explains. @param name the begin of names */
  problems(name: string, sides: 'both' | 'above'): readonly string[] {
    return [...this.#sums].flatMap(([drawn, { hits, expected, variance }]) => {
      const off = sides === 'both' ? Math.abs(hits - expected) : hits - expected;
      const isWrong = drawn.startsWith(name) && off > mostDeviations * Math.sqrt(variance) + 1;
      return isWrong ? [`${drawn}: ${hits} times in place of ${expected}`] : [];
    });
  }

  get told(): string {
    return [...this.#sums]
      .map(([name, { hits, expected }]) => `${name} ${hits} of ${expected.toFixed(1)}`)
      .join(', ');
  }
}
