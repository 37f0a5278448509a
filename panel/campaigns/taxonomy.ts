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
