import type { OutboxEntry } from './notice-outbox.store';
import { isEventKind } from './webhook-kind';

/**
 * Parts entries so that no part has two verdicts of one event. A message has the time of its first entry: of verdicts in one part the
 * former one could have the later time, and readers would hold that one.
 *
 * @param entries oldest first
 */
export function partsOfNotices(
  entries: readonly OutboxEntry[],
): readonly (readonly OutboxEntry[])[] {
  const parts: OutboxEntry[][] = [];
  let part: OutboxEntry[] = [];
  const told = new Set<string>();
  for (const entry of entries) {
    const events = eventsOf(entry);
    if (part.length === 0 || events.some((id) => told.has(id))) {
      part = [];
      parts.push(part);
      told.clear();
    }
    part.push(entry);
    for (const id of events) told.add(id);
  }
  return parts;
}

const eventsOf = ({ kind, items }: OutboxEntry): readonly string[] =>
  isEventKind(kind) ? items.map(({ data }) => String(data['id'])) : [];
