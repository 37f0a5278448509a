import { common } from './de/common';
import { dashboard } from './de/dashboard';
import { factor } from './de/factor';
import { labels } from './de/labels';
import { shell } from './de/shell';
import { statistics } from './de/statistics';
import { words } from './de/words';

/** The German texts that every page has. */
export const first = {
  common,
  dashboard,
  factor,
  labels,
  shell,
  statistics,
  words,
} as const;
