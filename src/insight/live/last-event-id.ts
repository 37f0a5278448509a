import type { WithRequest } from '../../request-facts';

/** Id of the last event that an `EventSource` saw before it connected again; null: none. @see HTML, `Last-Event-ID` */
export function lastEventIdOf({ request: { headers } }: WithRequest): string | null {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : null;
}
