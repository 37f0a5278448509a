import { account } from './en/account';
import { audit } from './en/audit';
import { campaignList } from './en/campaign-list';
import { campaigns } from './en/campaigns';
import { categories } from './en/categories';
import { changedMembers } from './en/changed-members';
import { changes } from './en/changes';
import { delivery } from './en/delivery';
import { health } from './en/health';
import { list } from './en/list';
import { money } from './en/money';
import { operator } from './en/operator';
import { peers } from './en/peers';
import { sites } from './en/sites';
import { taxonomy } from './en/taxonomy';
import { unpaid } from './en/unpaid';
import { webhooks } from './en/webhooks';

/** The English texts of all pages but the first. */
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
