import { account } from './de/account';
import { audit } from './de/audit';
import { campaignList } from './de/campaign-list';
import { campaigns } from './de/campaigns';
import { categories } from './de/categories';
import { changedMembers } from './de/changed-members';
import { changes } from './de/changes';
import { delivery } from './de/delivery';
import { health } from './de/health';
import { list } from './de/list';
import { money } from './de/money';
import { operator } from './de/operator';
import { peers } from './de/peers';
import { sites } from './de/sites';
import { taxonomy } from './de/taxonomy';
import { unpaid } from './de/unpaid';
import { webhooks } from './de/webhooks';

/** The German texts of all pages but the first. */
export const later = {
  account,
  audit,
  campaignList,
  campaigns,
  categories,
  changedMembers,
  changes,
  delivery,
  health,
  list,
  money,
  operator,
  peers,
  sites,
  taxonomy,
  unpaid,
  webhooks,
} as const;
