import { AppError } from '../../errors';
import { networkOf } from '../../network';
import { secondMs } from '../../time';

const mostOfSecond = 100;

/** Counts the requests of networks within each second, in this process. What it keeps is bounded by what a second brings. */
export class RequestRate {
  #second = 0;
  #counts = new Map<string, number>();
  /** Requests that were refused. */
  refused = 0;

  constructor(private readonly now: () => Date) {}

  /** @throws {AppError} `TOO_MANY_REQUESTS` for more than 100 in a second. */
  take(remoteAddress: string): void {
    const second = Math.floor(this.now().getTime() / secondMs);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts = new Map();
    }
    const network = networkOf(remoteAddress);
    const count = (this.#counts.get(network) ?? 0) + 1;
    if (count <= mostOfSecond) {
      this.#counts.set(network, count);
      return;
    }
    this.refused += 1;
    throw new AppError('TOO_MANY_REQUESTS', 'too many events of one network', {
      retryAfterSeconds: 1,
    });
  }
}
