import { graphql } from '../graphql/graphql';

export const reportsDocument = graphql(`
  query CreativeReports($afterId: ID, $isOpen: Boolean!) {
    allCreativeReports(first: 50, afterId: $afterId, isOpen: $isOpen) {
      id
      creativeId
      advertiserId
      reason
      count
      openCount
      finding
      closedAt
      comments
      lastReportedAt
      lastSite {
        host
      }
      creative {
        name
        type
        mime
        scope
        url
        status
        landingUrl
        peer {
          address
          name
          host
        }
      }
    }
  }
`);

export const noFaultDocument = graphql(`
  mutation NoFaultFound($id: ID!, $seen: [SeenCreativeReportsInput!]!) {
    closeCreativeReports(creativeId: $id, input: { seen: $seen, finding: no_fault }) {
      id
    }
  }
`);

export const rejectReportedDocument = graphql(`
  mutation RejectReported($id: ID!, $reason: String!, $seen: [SeenCreativeReportsInput!]!) {
    rejectCreative(id: $id, reason: $reason) {
      id
    }
    closeCreativeReports(creativeId: $id, input: { seen: $seen, finding: fault }) {
      id
    }
  }
`);
