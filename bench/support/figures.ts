/** Every bench, in the order that `npm run bench` runs them in. */
export const figures = [
  ...['selection', 'find', 'forecast', 'find-traffic', 'frequency', 'change', 'scale', 'tail'],
  ...['overload', 'slow-connections', 'serve', 'events', 'relay', 'token', 'codec'],
  ...['campaign-list', 'costly-operations', 'books-check', 'verify', 'traffic', 'statistics'],
  ...[
    'event-bytes',
    'roll-ups',
    'scale-out',
    'streams',
    'tag',
    'panel',
    'settlement',
    'idle-memory',
    'first-view',
    'event-cost',
    'fast-day',
  ],
  ...['peers', 'peer-scan', 'peer-views', 'receipts', 'foreign', 'peer-import'],
] as const;

/** Those that take `--against`, with options that make each a matter of half a minute. */
export const quickFigures = [
  ['selection', '--size', '30000', '--rounds', '5'],
  ['find', '--creatives', '30000', '--rounds', '7', '--window', '1000'],
  ['serve', '--rounds', '7', '--window', '500'],
  ['events', '--rounds', '7', '--window', '1000'],
  ['token', '--rounds', '7', '--window', '500'],
] as const;
