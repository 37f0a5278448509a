import { findMedium } from '../../demand/taxonomy/taxonomy';
import type { ErrorDetails } from '../../errors';
import type { WithTaxonomy } from '../../demand/taxonomy/taxonomy.context';
import {
  emptiable,
  flag,
  idOf,
  listOf,
  member,
  objectOf,
  oneOf,
  text,
  textOfCharacters,
  withoutRepeats,
} from '../../input-members';
import { type Parse, type ParsedInput, parserOf, Problems } from '../../validation';
import { noFilter, settableSiteStatuses, type Site } from './site';
import { problemsOfSite } from './site-rules';
import { hostOfUrl } from './site.service';

const maxUrlLength = 1024;

const clause = objectOf({ key: text, values: listOf(text) });

/** A key that is there twice would hide the other. */
const half = withoutRepeats(
  listOf(clause, { most: 50, tooLong: 'must have at most 50 keys' }),
  'key',
  'is there twice',
)
  .transform((clauses) =>
    Object.fromEntries(clauses.map(({ key, values }) => [key, [...new Set(values)]])),
  )
  .default({});

/** Terms of the members that a publisher sets and may change; null: unset. */
const terms = {
  name: textOfCharacters(64),
  status: oneOf(settableSiteStatuses),
  primaryLanguage: member((value) =>
    typeof value === 'string' && /^[a-z]{2}$/.test(value)
      ? { value }
      : 'must be two lower-case letters (ISO 639-1)',
  ).nullable(),
  categories: emptiable(listOf(text, { most: 50 })),
  filtering: objectOf({ requires: half, excludes: half })
    .nullable()
    .transform((filter) => filter ?? noFilter),
  onlyAcceptedCreatives: flag,
  onlyDirectDeals: flag,
};

const parseMembers = parserOf(
  {
    name: terms.name,
    status: terms.status.default('active'),
    primaryLanguage: terms.primaryLanguage.default(null),
    categories: terms.categories.default([]),
    filtering: terms.filtering.default(noFilter),
    onlyAcceptedCreatives: flag.default(false),
    onlyDirectDeals: flag.default(false),
    /** Read to its host. */
    url: member((value) => {
      const host = typeof value === 'string' ? hostOfOrigin(value) : null;
      return host === null
        ? 'must be an http(s) origin such as https://blog.example, without port and path'
        : { value: host };
    }),
    medium: text.default('web'),
    vendor: text.nullable().default(null),
  },
  problemsOfNewSite,
);

type NewSite = Omit<ParsedInput<typeof parseMembers>, 'url'> & { readonly host: string };

export const parseNewSite: Parse<NewSite, WithTaxonomy> = (raw, ctx) => {
  const members = parseMembers(raw, ctx);
  if (members instanceof Problems) return members;
  const { url: host, ...others } = members;
  return { ...others, host };
};

/** Categories and filter are checked against the site's medium where the whole site is known. */
export const parseSiteChanges = parserOf({
  name: terms.name.exactOptional(),
  status: terms.status.exactOptional(),
  primaryLanguage: terms.primaryLanguage.exactOptional(),
  categories: terms.categories.exactOptional(),
  filtering: terms.filtering.exactOptional(),
  onlyAcceptedCreatives: flag.exactOptional(),
  onlyDirectDeals: flag.exactOptional(),
});

const creatives = listOf(idOf('an id of 32 hex digits'), { most: 100 }).default([]);

export const parseDecisions = parserOf(
  { accept: creatives, reject: creatives, forget: creatives },
  ({ accept = [], reject = [], forget = [] }): ErrorDetails => {
    const all = [...accept, ...reject, ...forget];
    return new Set(all).size < all.length
      ? { accept: ['must not name a creative twice, nor one that is rejected or forgotten'] }
      : {};
  },
);

function problemsOfNewSite(
  site: Partial<Pick<Site, 'medium' | 'vendor' | 'categories' | 'filtering'> & { url: string }>,
  { taxonomy: { current } }: WithTaxonomy,
): ErrorDetails {
  const { url: host, medium, vendor } = site;
  if (medium === undefined || vendor === undefined) return {};
  const facts = findMedium(current, medium, vendor);
  const details = problemsOfSite(current, { medium, vendor }, site);
  if (!facts)
    return findMedium(current, medium, null)
      ? { ...details, vendor: [`is not known of ${medium}`] }
      : { ...details, medium: ['is not known'] };
  const form = 'hostForm' in facts ? facts.hostForm : null;
  return host !== undefined && form?.test(host) === false
    ? { ...details, url: [`must be of ${facts.label}`] }
    : details;
}

/** Null for what is more, or less, than an origin. */
function hostOfOrigin(url: string): string | null {
  const isOrigin = /^https?:\/\/[^\s/?#@:\\]+\/?$|^https?:\/\/\[[0-9a-f:.]+\]\/?$/i.test(url);
  return isOrigin && url.length <= maxUrlLength ? hostOfUrl(url) : null;
}
