import { toAmount } from '../campaigns/decimal';
import { changedMembers } from '../changed-members';
import { linesOf } from '../form-lines';
import type { FormProps } from '../form-values';
import { t } from '../texts/texts';
import { editedLists, type Versions } from './edited-lists';
import { type FilterValues, noFilter, toFilter } from './filter';

/** The typed values of a site. */
export interface SiteValues {
  readonly name: string;
  readonly url: string;
  readonly medium: string;
  /** Empty: none. */
  readonly vendor: string;
  readonly primaryLanguage: string;
  readonly categories: readonly string[];
  readonly filter: FilterValues;
  readonly onlyAcceptedCreatives: boolean;
  readonly onlyDirectDeals: boolean;
  /** As typed; empty: anything. */
  readonly minimumRpm: string;
  /** One in a line. */
  readonly minimumRpms: string;
  readonly timeZone: string;
  /** One in a line. */
  readonly blockedDomains: string;
  readonly blockedCategories: readonly string[];
}

export const emptySite: SiteValues = {
  name: '',
  url: '',
  medium: 'web',
  vendor: '',
  primaryLanguage: '',
  categories: [],
  filter: noFilter,
  onlyAcceptedCreatives: false,
  onlyDirectDeals: false,
  minimumRpm: '',
  minimumRpms: '',
  timeZone: 'UTC',
  blockedDomains: '',
  blockedCategories: [],
};

export type SiteFormProps = FormProps<SiteValues>;

export const siteSteps = [
  { title: t('sites.site'), fields: /^(url|name|medium|vendor|primaryLanguage|categories|status)/ },
  { title: t('sites.ads'), fields: /^(filtering|only|minimumRpm|timeZone|blocked)/ },
] as const;

/** Makes the terms that a new site and an edit have in common, as the server takes them. */
export const toSiteTerms = (values: SiteValues) => ({
  name: values.name.trim(),
  primaryLanguage: values.primaryLanguage.trim().toLowerCase() || null,
  categories: [...values.categories],
  filtering: toFilter(values.filter),
  onlyAcceptedCreatives: values.onlyAcceptedCreatives,
  onlyDirectDeals: values.onlyDirectDeals,
  minimumRpm: values.minimumRpm.trim() === '' ? null : toAmount('minimumRpm', values.minimumRpm),
  minimumRpms: linesOf(values.minimumRpms),
  timeZone: values.timeZone.trim() || 'UTC',
  blockedDomains: linesOf(values.blockedDomains).map(hostOfAddress),
  blockedCategories: [...values.blockedCategories],
});

type SiteTerms = ReturnType<typeof toSiteTerms>;

/** Makes the input of an edit: members that the person has changed, lists upon those of now. */
export function editedTerms(versions: Versions<SiteTerms>): Partial<SiteTerms> {
  const { before, typed } = versions;
  return changedMembers(before, typed, { ...typed, ...editedLists(versions) });
}

/** A person who pastes the address of a page means its host. */
const hostOfAddress = (line: string): string =>
  /^https?:/i.test(line) ? (URL.parse(line)?.hostname ?? line) : line;
