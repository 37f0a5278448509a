import type { Connection } from 'mongoose';
import { secondMs } from '../../time';

/** Why an operation got no connection, as the driver tells it. */
export const checkoutFailures = ['timeout', 'connectionError', 'poolClosed'] as const;
export type CheckoutFailure = (typeof checkoutFailures)[number];

/** The state of the driver's connections to the database. */
export interface ConnectionPool {
  readonly used: number;
  /** Open, and free. */
  readonly idle: number;
  /** Operations that got no connection, since the start. */
  readonly failures: Readonly<Record<CheckoutFailure, number>>;
  watch(observer: PoolObserver): void;
}

export interface PoolObserver {
  /** @param seconds for which an operation waited for a connection */
  onTaken(seconds: number): void;
  /** @param seconds for which a connection was in use: for one command, from its sending to its whole answer */
  onFreed(seconds: number): void;
}

/**
 * Follows the driver's connections by its pool events. The driver makes pool events in any case. It makes events of single
 * commands only for listeners, at the cost of an object or more for each command, so nothing here listens to them.
 */
export function createConnectionPool(connection: Connection): ConnectionPool {
  /** When each open connection was taken; null: it is idle. */
  const connections = new Map<string, number | null>();
  const failures = { timeout: 0, connectionError: 0, poolClosed: 0 };
  let observer: PoolObserver | null = null;
  const keyOf = (event: {
    readonly address: string;
    readonly connectionId: number | '<monitor>';
  }) => `${event.address}#${event.connectionId}`;
  const countOf = (isUsed: boolean) =>
    [...connections.values()].filter((takenAt) => (takenAt !== null) === isUsed).length;
  connection
    .getClient()
    .on('connectionCheckedOut', (event) => {
      connections.set(keyOf(event), performance.now());
      observer?.onTaken(event.durationMS / secondMs);
    })
    .on('connectionCheckOutFailed', ({ reason }) => {
      const known = checkoutFailures.find((one) => one === reason);
      if (known) failures[known] += 1;
    })
    .on('connectionCheckedIn', (event) => {
      const takenAt = connections.get(keyOf(event)) ?? null;
      connections.set(keyOf(event), null);
      if (takenAt !== null) observer?.onFreed((performance.now() - takenAt) / secondMs);
    })
    .on('connectionReady', (event) => {
      connections.set(keyOf(event), null);
    })
    .on('connectionClosed', (event) => {
      connections.delete(keyOf(event));
    });
  return {
    get used() {
      return countOf(true);
    },
    get idle() {
      return countOf(false);
    },
    failures,
    watch(watching) {
      observer = watching;
    },
  };
}
