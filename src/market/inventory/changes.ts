/** Campaigns and creatives that changed, as the change feed tells them. */
export interface ChangedIds {
  readonly campaignIds: readonly string[];
  readonly creativeIds: readonly string[];
}

/** Gathers what was told, each id once. */
export class GatheredChanges {
  readonly #campaignIds = new Set<string>();
  readonly #creativeIds = new Set<string>();

  add({ campaignIds, creativeIds }: ChangedIds): void {
    for (const id of campaignIds) this.#campaignIds.add(id);
    for (const id of creativeIds) this.#creativeIds.add(id);
  }

  toChangedIds(): ChangedIds {
    return { campaignIds: [...this.#campaignIds], creativeIds: [...this.#creativeIds] };
  }
}

type TakeUp = (changed: ChangedIds) => Promise<void>;

/**
 * Takes up changes one after the other: what is read later must not be overwritten by what was read before. Changes that
 * come meanwhile are taken up together, and fail together.
 */
export function inTurn(takeUp: TakeUp): TakeUp {
  let last: Promise<void> = Promise.resolve();
  let waiting: { readonly changes: GatheredChanges; readonly takenUp: Promise<void> } | null = null;

  return (changed) => {
    if (!waiting) {
      const changes = new GatheredChanges();
      const takenUp = last.then(() => {
        waiting = null;
        return takeUp(changes.toChangedIds());
      });
      last = takenUp.catch(() => {});
      waiting = { changes, takenUp };
    }
    waiting.changes.add(changed);
    return waiting.takenUp;
  };
}
