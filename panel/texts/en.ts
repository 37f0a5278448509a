import { account } from './en/account';
import { factor } from './en/factor';
import { audit } from './en/audit';
import { campaignList } from './en/campaign-list';
import { campaigns } from './en/campaigns';
import { categories } from './en/categories';
import { changedMembers } from './en/changed-members';
import { changes } from './en/changes';
import { common } from './en/common';
import { health } from './en/health';
import { labels } from './en/labels';
import { list } from './en/list';
import { money } from './en/money';
import { operator } from './en/operator';
import { peers } from './en/peers';
import { shell } from './en/shell';
import { sites } from './en/sites';
import { statistics } from './en/statistics';
import { taxonomy } from './en/taxonomy';
import { webhooks } from './en/webhooks';
import { words } from './en/words';

/** Every text of the panel, in ICU’s message format. @see https://unicode-org.github.io/icu/userguide/format_parse/messages/ */
export const en = {
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
} as const;

type InAnyLanguage<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string
    ? string
    : InAnyLanguage<Messages[Key]>;
};

/** The texts that a language must have: each text of the English. */
export type Texts = InAnyLanguage<typeof en>;
