import { graphql } from '../graphql/graphql';

export const rejectCreativeDocument = graphql(`
  mutation RejectCreative($id: ID!, $reason: String!) {
    rejectCreative(id: $id, reason: $reason) {
      id
    }
  }
`);
