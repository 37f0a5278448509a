import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';

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
  queryFn: async ({ signal }) => (await request(mediaDocument, {}, signal)).media,
  staleTime: 60_000,
});

export const mediumQuery = (name: string, vendor: string | null) =>
  queryOptions({
    queryKey: ['medium', name, vendor],
    queryFn: async ({ signal }) =>
      (await request(mediumDocument, { name, vendor }, signal)).mediumForVendor,
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
