import type { Migration } from './migration';

/** Notes the first form: documents from before the first migration have it already. */
export const firstForm: Migration = {
  number: 1,
  name: 'first-form',
  run: () => Promise.resolve(),
};
