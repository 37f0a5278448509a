import type { Texts } from './en';
import { account } from './de/account';
import { factor } from './de/factor';
import { audit } from './de/audit';
import { campaignList } from './de/campaign-list';
import { campaigns } from './de/campaigns';
import { categories } from './de/categories';
import { changedMembers } from './de/changed-members';
import { changes } from './de/changes';
import { common } from './de/common';
import { health } from './de/health';
import { labels } from './de/labels';
import { list } from './de/list';
import { money } from './de/money';
import { operator } from './de/operator';
import { peers } from './de/peers';
import { shell } from './de/shell';
import { sites } from './de/sites';
import { statistics } from './de/statistics';
import { taxonomy } from './de/taxonomy';
import { webhooks } from './de/webhooks';
import { words } from './de/words';

/** German. */
export const de: Texts = {
  account,
  factor,
  audit,
  campaignList,
  campaigns,
  categories,
  changedMembers,
  changes,
  common,
  health,
  labels,
  list,
  money,
  operator,
  peers,
  shell,
  sites,
  statistics,
  taxonomy,
  webhooks,
  words,
};
