import type { Migration } from './migration';

/** What was stored before there were migrations has this form already: it is only noted. */
export const firstForm: Migration = {
  number: 1,
  name: 'first-form',
  run: () => Promise.resolve(),
};
