import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors';
import { networkOf } from '../../network';
import { roomFor } from '../../platform/process/cache-room';

const mostNetworks = 50_000;
const mostOfSecond = 100;

/** Counts the requests of networks within each second, in this process. */
export class RequestRate {
  readonly #counts = new LRUCache<string, { second: number; count: number }>(roomFor(mostNetworks));
  /** Requests that were refused. */
  refused = 0;

  constructor(private readonly now: () => Date) {}

  /** @throws {AppError} `TOO_MANY_REQUESTS` for more than 100 in a second. */
  take(remoteAddress: string): void {
    const network = networkOf(remoteAddress);
    const second = Math.floor(this.now().getTime() / 1_000);
    const known = this.#counts.get(network);
    if (known?.second !== second) {
      this.#counts.set(network, { second, count: 1 });
      return;
    }
    known.count += 1;
    if (known.count <= mostOfSecond) return;
    this.refused += 1;
    throw new AppError('TOO_MANY_REQUESTS', 'too many events of one network', {
      retryAfterSeconds: 1,
    });
  }
}
