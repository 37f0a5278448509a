import {
  coveringDomain,
  hostOfLanding,
  type Refusal,
  type RefusedDomain,
  type RefusedDomainKind,
} from './refused-domain';
import type { RefusedDomainStore } from './refused-domain.store';

/** The domains that are refused, in this process: a host is looked up by itself and its parent domains. */
export class RefusedDomains {
  readonly #reasons: Readonly<Record<RefusedDomainKind, Map<string, string>>> = {
    site: new Map(),
    landing: new Map(),
  };
  /** One reading after the other: an older one must not overwrite a later one. */
  #turn: Promise<void> = Promise.resolve();

  constructor(private readonly store: Pick<RefusedDomainStore, 'stream' | 'listByIds'>) {}

  /** Reads all that are refused. */
  load(): Promise<void> {
    return this.#inTurn(async () => {
      let last = '';
      for await (const some of this.store.stream())
        for (const one of some) {
          // Lists from a file have one text in memory for their common reason.
          if (one.reason !== last) last = one.reason;
          this.#add({ ...one, reason: last });
        }
    });
  }

  /** Takes up changes of these. @param ids as `RefusedDomain` has them */
  refresh(ids: readonly string[]): Promise<void> {
    return this.#inTurn(() => this.#takeUp(ids));
  }

  async #takeUp(ids: readonly string[]): Promise<void> {
    const found = new Map((await this.store.listByIds(ids)).map((one) => [one.id, one]));
    for (const id of ids) {
      const one = found.get(id);
      if (one) this.#add(one);
      else this.#remove(id);
    }
  }

  get size(): number {
    return this.#reasons.site.size + this.#reasons.landing.size;
  }

  /** The refused domain that covers the host of a site; null: none does. */
  findSite(host: string): Refusal | null {
    return this.#find('site', host);
  }

  /** The refused domain that covers the host of a landing page; null: none does. */
  findLanding(url: string): Refusal | null {
    if (this.#reasons.landing.size === 0) return null;
    const host = hostOfLanding(url);
    return host === null ? null : this.#find('landing', host);
  }

  /** The longest of the domains that a host is in. */
  #find(kind: RefusedDomainKind, host: string): Refusal | null {
    const reasons = this.#reasons[kind];
    if (reasons.size === 0) return null;
    const domain = coveringDomain(host, reasons);
    return domain === null ? null : { domain, reason: reasons.get(domain) ?? '' };
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  #add({ kind, domain, reason }: RefusedDomain): void {
    this.#reasons[kind].set(domain, reason);
  }

  #remove(id: string): void {
    for (const [kind, reasons] of Object.entries(this.#reasons))
      if (id.startsWith(`${kind}:`)) reasons.delete(id.slice(kind.length + 1));
  }
}
