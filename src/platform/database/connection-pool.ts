import type { Connection } from 'mongoose';

/** Why an operation got no connection, as the driver tells it. */
export const checkoutFailures = ['timeout', 'connectionError', 'poolClosed'] as const;
export type CheckoutFailure = (typeof checkoutFailures)[number];

/** The state of the driver's connections to the database. */
export interface ConnectionPool {
  readonly used: number;
  /** Open, and free. */
  readonly idle: number;
  /** Operations that got none, since the start. */
  readonly failures: Readonly<Record<CheckoutFailure, number>>;
  watch(observer: PoolObserver): void;
}

export interface PoolObserver {
  /** @param seconds for which an operation waited for a connection */
  onTaken(seconds: number): void;
  /** @param seconds for which a connection was in use: for one command, from its sending to its whole answer */
  onFreed(seconds: number): void;
}

const millisecond = 1_000;

/**
 * Follows the driver's events of its pools. It tells them whether or not somebody listens; those of single commands
 * it makes only for listeners, one object and more for each.
 */
export function createConnectionPool(connection: Connection): ConnectionPool {
  /** By when they were taken; null: idle. */
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
      observer?.onTaken(event.durationMS / millisecond);
    })
    .on('connectionCheckOutFailed', ({ reason }) => {
      const known = checkoutFailures.find((one) => one === reason);
      if (known) failures[known] += 1;
    })
    .on('connectionCheckedIn', (event) => {
      const takenAt = connections.get(keyOf(event)) ?? null;
      connections.set(keyOf(event), null);
      if (takenAt !== null) observer?.onFreed((performance.now() - takenAt) / millisecond);
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
