import type { Webhook } from './webhook.resource';

/** Webhooks that are called at the same time. One webhook gets one message after the other. */
const atOnce = { all: 32, ofHost: 2, ofAccount: 4 } as const;

/** A webhook, as far as its turn depends on it. */
export type Callee = Pick<Webhook, 'id' | 'accountId' | 'url'>;

interface Waiting {
  readonly id: string;
  readonly accountId: string;
  readonly host: string;
}

/** Webhooks that are called, and those that wait for their turn: who has waited longest comes first. */
export class WebhookQueue {
  /** By their ids. A webhook that is called may wait, too: it may have got more to send meanwhile. */
  #waiting = new Map<string, Waiting>();
  readonly #called = new Map<string, Waiting>();

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Takes what is due now in the place of what was. */
  set(due: readonly Callee[]): void {
    const now = new Map(due.map((one) => [one.id, toWaiting(one)]));
    const before = [...this.#waiting.keys()].flatMap((id) => now.get(id) ?? []);
    this.#waiting = new Map([...before, ...now.values()].map((one) => [one.id, one]));
  }

  /** Begins to call as many as may be called beside those that are. @returns their ids */
  begin(): readonly string[] {
    const calls = new Calls([...this.#called.values()]);
    const begun: string[] = [];
    for (const one of this.#waiting.values()) {
      if (this.#called.size >= atOnce.all) break;
      if (this.#called.has(one.id) || !calls.add(one)) continue;
      this.#called.set(one.id, one);
      this.#waiting.delete(one.id);
      begun.push(one.id);
    }
    return begun;
  }

  /** @param hasMore true: it waits again, behind all others */
  end(id: string, hasMore: boolean): void {
    const one = this.#waiting.get(id) ?? this.#called.get(id);
    this.#called.delete(id);
    if (!one || !hasMore) return;
    this.#waiting.delete(id);
    this.#waiting.set(id, one);
  }
}

/** How many webhooks of each host and account are called. */
class Calls {
  readonly #ofHost = new Map<string, number>();
  readonly #ofAccount = new Map<string, number>();

  constructor(called: readonly Waiting[]) {
    for (const one of called) this.#count(one);
  }

  /** @returns false where so many are called that this one has to wait */
  add(one: Waiting): boolean {
    const isFree =
      (this.#ofHost.get(one.host) ?? 0) < atOnce.ofHost &&
      (this.#ofAccount.get(one.accountId) ?? 0) < atOnce.ofAccount;
    if (isFree) this.#count(one);
    return isFree;
  }

  #count({ host, accountId }: Waiting): void {
    this.#ofHost.set(host, (this.#ofHost.get(host) ?? 0) + 1);
    this.#ofAccount.set(accountId, (this.#ofAccount.get(accountId) ?? 0) + 1);
  }
}

const toWaiting = ({ id, accountId, url }: Callee): Waiting => ({
  id,
  accountId,
  host: URL.parse(url)?.host ?? '',
});
