import type { mongo } from 'mongoose';

/** Brings what is stored from one form to the next. */
export interface Migration {
  /** Its place in the order, from 1: the form that the database has when it is done. Never given twice. */
  readonly number: number;
  readonly name: string;
  /**
   * Knows documents as they are stored, not the stores of today. What was cut off is run again and must complete what
   * is left; what is done already must stay as it is: two gateways may run it at once when one was long suspended.
   */
  run(db: mongo.Db, now: () => Date): Promise<void>;
}
