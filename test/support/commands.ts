import mongoose from 'mongoose';

/** A command that the database is sent: its name, the collection, e.g. `insert campaigns`. */
type Listener = (command: string) => void;

/** Adds what makes the driver tell of its commands to the URI of a database. */
export function monitored(mongodbUri: string): string {
  const uri = new URL(mongodbUri);
  uri.searchParams.set('monitorCommands', 'true');
  return uri.href;
}

/**
 * Tells of every command of requests on the connection that was opened last, just before it is sent; those that come by
 * themselves, such as asking for changes, are left out.
 */
export function onCommand(listener: Listener): () => void {
  const client = mongoose.connections.at(-1)!.getClient();
  const tell = ({ commandName, command }: { commandName: string; command: object }) => {
    const collection: unknown = Object.entries(command).find(([name]) => name === commandName)?.[1];
    if (typeof collection !== 'string' || collection === 'events') return;
    listener(`${commandName} ${collection}`);
  };
  client.on('commandStarted', tell);
  return () => client.off('commandStarted', tell);
}
