import type { Connection, mongo } from 'mongoose';

/** The database of an open connection. */
export function databaseOf({ db }: Connection): mongo.Db {
  if (!db) throw new Error('the connection to the database is closed');
  return db;
}
