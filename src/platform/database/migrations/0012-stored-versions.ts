import type { Migration } from './migration';

/**
 * Changes nothing. From here on texts say their version: sections of roll-ups, first views, facts and parts of reports.
 * Those that do not are read as before. An older gateway would read none that does, so it does not start.
 */
export const storedVersions: Migration = {
  number: 12,
  name: 'stored-versions',
  run: () => Promise.resolve(),
};
