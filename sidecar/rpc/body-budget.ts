import type { HttpLimits } from './http-limits';

/** Why a body is not taken in. */
export type BudgetRefusal = 'client' | 'all';

/** The most that the bodies under way may hold in memory, all together and of one client. */
export interface BodyBudget {
  /** @returns null if the bytes are the caller's now, else whose bound they would break */
  take(client: string, bytes: number): BudgetRefusal | null;
  giveBack(client: string, bytes: number): void;
}

export function createBodyBudget({
  bodyBytes,
  bodyBytesPerClient,
}: Pick<HttpLimits, 'bodyBytes' | 'bodyBytesPerClient'>): BodyBudget {
  const held = new Map<string, number>();
  let heldByAll = 0;
  return {
    take(client, bytes) {
      const own = held.get(client) ?? 0;
      if (own + bytes > bodyBytesPerClient) return 'client';
      if (heldByAll + bytes > bodyBytes) return 'all';
      held.set(client, own + bytes);
      heldByAll += bytes;
      return null;
    },
    giveBack(client, bytes) {
      const left = (held.get(client) ?? 0) - bytes;
      heldByAll -= bytes;
      if (left > 0) held.set(client, left);
      else held.delete(client);
    },
  };
}
