import { graphql } from '../graphql/graphql';

export const updateCreativeDocument = graphql(`
  mutation UpdateCreative($campaignId: ID!, $id: ID!, $input: UpdateCreativeInput!) {
    updateCreative(campaignId: $campaignId, id: $id, input: $input) {
      id
      status
    }
  }
`);

export const deleteCreativeDocument = graphql(`
  mutation DeleteCreative($campaignId: ID!, $id: ID!) {
    deleteCreative(campaignId: $campaignId, id: $id)
  }
`);
