import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { ownLogDocument } from './audit-entries';

const wholeLogDocument = graphql(`
  query WholeAuditLog($after: String, $accountId: ID, $operation: String, $objectId: ID) {
    allAuditEntries(
      first: 50
      after: $after
      accountId: $accountId
      operation: $operation
      objectId: $objectId
    ) {
      nodes {
        id
        at
        operation
        outcome
        errorCode
        accountId
        actingForId
        credential
        clientId
        systemUser
        network
        objectKind
        objectId
        members {
          name
          value
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export interface AuditQuery {
  /** Whose entries; undefined: the viewer's own. Null: everybody's. */
  readonly accountId?: string | null;
  readonly operation: string | null;
  readonly objectId: string | null;
  readonly after: string | null;
}

/** A page of the audit log. */
export const auditQuery = ({ accountId, ...filter }: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', accountId, filter],
    queryFn: async ({ signal }) =>
      accountId === undefined
        ? (await request(ownLogDocument, filter, signal)).auditLog
        : (await request(wholeLogDocument, { ...filter, accountId }, signal)).allAuditEntries,
    placeholderData: keepPreviousData,
  });
