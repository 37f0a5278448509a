import type { WithRequest } from '../../request-facts';

/** What an `EventSource` that connects again has seen last; null: nothing. @see HTML, `Last-Event-ID` */
export function lastEventIdOf({ request: { headers } }: WithRequest): string | null {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : null;
}
