import { common } from './en/common';
import { dashboard } from './en/dashboard';
import { factor } from './en/factor';
import { labels } from './en/labels';
import { shell } from './en/shell';
import { statistics } from './en/statistics';
import { words } from './en/words';

/** The English texts that every page has. */
export const first = {
  common,
  dashboard,
  factor,
  labels,
  shell,
  statistics,
  words,
} as const;
