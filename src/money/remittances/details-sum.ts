import { createHash } from 'node:crypto';
import type { RemittanceDetails, RemittanceLine } from './remittance';

/** Sums up the lines of a remittance, one after the other. */
export class DetailsSum {
  #count = 0;
  #sum = 0n;
  readonly #digest = createHash('sha256');

  get count(): number {
    return this.#count;
  }

  add({ cid, value }: RemittanceLine): void {
    this.#digest.update(`${cid} ${value}\n`);
    this.#count += 1;
    this.#sum += value;
  }

  /** Called once, after the last line. */
  end(): RemittanceDetails {
    return { count: this.#count, sum: this.#sum, digest: this.#digest.digest('hex') };
  }
}
