/** A holder of locks; `ended` resolves when the locks are released. */
export interface LockHolder {
  readonly ended: Promise<void>;
}

/** Thrown by a write that must wait for a transaction: the caller awaits its end and tries again. */
export class LockedError extends Error {
  constructor(readonly holder: LockHolder) {
    super('locked by a transaction');
  }
}

/** Rows and unique keys that open transactions have written, not yet visible to others. */
export class Locks {
  readonly #rows = new Map<number, LockHolder>();
  readonly #keys = new Map<string, LockHolder>();

  /** @throws {LockedError} when another holder has the row */
  assertRowFree(rid: number, holder?: LockHolder): void {
    const other = this.#rows.get(rid);
    if (other && other !== holder) throw new LockedError(other);
  }

  /** @throws {LockedError} when another holder has the key of a unique index */
  assertKeyFree(key: Buffer, holder?: LockHolder): void {
    const other = this.#keyHolder(key);
    if (other && other !== holder) throw new LockedError(other);
  }

  isKeyFree(key: Buffer, holder?: LockHolder): boolean {
    const other = this.#keyHolder(key);
    return !other || other === holder;
  }

  /** Usually no lock is held: then the key needs no conversion to a string. */
  #keyHolder(key: Buffer): LockHolder | undefined {
    return this.#keys.size === 0 ? undefined : this.#keys.get(key.toString('latin1'));
  }

  /** The holder of a row, or undefined. */
  rowHolder(rid: number): LockHolder | undefined {
    return this.#rows.get(rid);
  }

  lockRow(rid: number, holder: LockHolder): void {
    this.#rows.set(rid, holder);
  }

  lockKey(key: Buffer, holder: LockHolder): void {
    this.#keys.set(key.toString('latin1'), holder);
  }

  release(holder: LockHolder): void {
    for (const [rid, other] of this.#rows) if (other === holder) this.#rows.delete(rid);
    for (const [key, other] of this.#keys) if (other === holder) this.#keys.delete(key);
  }
}
