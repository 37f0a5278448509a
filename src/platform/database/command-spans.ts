import type { Span } from '@opentelemetry/api';
import type { Connection } from 'mongoose';
import type { Tracing } from '../process/tracing';

/** Commands by which the driver looks after its connections, not we after something. */
const ofTheDriver = new Set(['hello', 'ismaster', 'ping', 'endSessions', 'killCursors']);

/** Follows the commands to the database that belong to a request or a job: their names, never what they ask for. */
export function followCommands(db: Connection, tracing: Tracing): void {
  const running = new Map<number, Span>();
  const take = (requestId: number): Span | undefined => {
    const span = running.get(requestId);
    running.delete(requestId);
    return span;
  };
  const client = db.getClient();
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    if (ofTheDriver.has(commandName)) return;
    const collection: unknown = command[commandName];
    const span = tracing.begin({
      name: commandName,
      kind: 'client',
      attributes: {
        'db.system.name': 'mongodb',
        'db.operation.name': commandName,
        ...(typeof collection === 'string' && { 'db.collection.name': collection }),
      },
    });
    if (span) running.set(requestId, span);
  });
  client.on('commandSucceeded', ({ requestId }) => take(requestId)?.end());
  client.on('commandFailed', ({ requestId, failure }) => {
    const span = take(requestId);
    if (!span) return;
    tracing.fail(span, failure);
    span.end();
  });
}
