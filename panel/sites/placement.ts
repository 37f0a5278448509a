import { graphql, type ResultOf } from '../graphql/graphql';

export const placementsDocument = graphql(`
  query Placements($siteId: ID!, $from: DateTime!, $to: DateTime!, $page: PositiveInt) {
    placements(siteId: $siteId, first: 20, page: $page) {
      totalCount
      pageInfo {
        lastPage
      }
      nodes {
        id
        name
        width
        height
        popScope
        status
        minimumRpm
        embedCode
        lastFindAt
        lastViewAt
        figures(from: $from, to: $to) {
          validViews
          revenue
        }
      }
    }
  }
`);

/** A place of a site, as the list of them has it. */
export type Placement = ResultOf<typeof placementsDocument>['placements']['nodes'][number];

export const sizeOf = ({ width, height, popScope }: Placement): string =>
  popScope ?? `${width}x${height}`;
