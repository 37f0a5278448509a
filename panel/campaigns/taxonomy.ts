import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { labels } from '../texts/en/labels';
import { codeName } from '../texts/code-name';
import { language, locale, t } from '../texts/texts';

const mediaDocument = graphql(`
  query Media {
    media {
      name
      label
      vendors {
        name
        label
      }
    }
  }
`);

const mediumDocument = graphql(`
  query MediumForCampaign($name: String!, $vendor: String) {
    mediumForVendor(name: $name, vendor: $vendor) {
      formats {
        type
        mimes
        scopes
      }
      targeting {
        user {
          ...Option
        }
        site {
          ...Option
        }
        device {
          ...Option
        }
      }
    }
  }
  fragment Option on TargetingOption {
    name
    label
    type
    items {
      id
      label
      values {
        id
        label
        values {
          id
          label
          values {
            id
            label
          }
        }
      }
    }
  }
`);

export type Medium = ResultOf<typeof mediumDocument>['mediumForVendor'];
export type Format = Medium['formats'][number];
export type TargetingOption = Medium['targeting']['user'][number];

/** A value of an option, and narrower ones below it. */
export interface TargetingItem {
  readonly id: string;
  readonly label: string;
  readonly values?: readonly TargetingItem[];
}

export const mediaQuery = queryOptions({
  queryKey: ['media'],
  queryFn: async ({ signal }) =>
    (await request(mediaDocument, {}, signal)).media.map((medium) => ({
      ...medium,
      label: labelInLanguage(medium.label),
    })),
  staleTime: 60_000,
});

export const mediumQuery = (name: string, vendor: string | null) =>
  queryOptions({
    queryKey: ['medium', name, vendor],
    queryFn: async ({ signal }) =>
      mediumInLanguage((await request(mediumDocument, { name, vendor }, signal)).mediumForVendor),
    staleTime: 60_000,
  });

/** The items that a search finds, with those that they are in; all of them without one. */
export function findItems(
  items: readonly TargetingItem[],
  search: string,
): readonly TargetingItem[] {
  if (search === '') return items;
  return items.flatMap((item) => {
    if (item.label.toLowerCase().includes(search) || item.id === search) return [item];
    const values = findItems(item.values ?? [], search);
    return values.length > 0 ? [{ ...item, values }] : [];
  });
}

type Label = keyof typeof labels;

const isKnown = (label: string): label is Label => Object.hasOwn(labels, label);

/** A label of the server’s own taxonomy in the person’s language; another one as its operator has written it. */
const labelInLanguage = (label: string): string => (isKnown(label) ? t(`labels.${label}`) : label);

function mediumInLanguage(medium: Medium): Medium {
  if (language === 'en') return medium;
  const { user, site, device } = medium.targeting;
  return {
    ...medium,
    targeting: {
      user: user.map(optionInLanguage),
      site: site.map(optionInLanguage),
      device: device.map(optionInLanguage),
    },
  };
}

/** Options whose values the browser names by their codes: ISO 3166-1 and ISO 639-1. */
const namedByBrowser: Readonly<Record<string, 'language' | 'region'>> = {
  country: 'region',
  language: 'language',
};

function optionInLanguage(option: TargetingOption): TargetingOption {
  const type = namedByBrowser[option.name];
  const label = labelInLanguage(option.label);
  if (type === undefined)
    return { ...option, label, items: option.items?.map(itemInLanguage) ?? null };
  // Ids of a taxonomy that an operator has imported may be no codes.
  const items =
    option.items?.map((item) => ({ ...item, label: codeName(type, item.id) ?? item.label })) ??
    null;
  items?.sort((one, other) => one.label.localeCompare(other.label, locale));
  return { ...option, label, items };
}

function itemInLanguage<Item extends TargetingItem>(item: Item): Item {
  const label = labelInLanguage(item.label);
  return item.values
    ? { ...item, label, values: item.values.map(itemInLanguage) }
    : { ...item, label };
}
