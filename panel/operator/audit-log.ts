import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';

const logDocument = graphql(`
  query AuditLog(
    $isOwn: Boolean!
    $after: String
    $accountId: ID
    $operation: String
    $objectId: ID
  ) {
    own: auditLog(first: 50, after: $after, operation: $operation, objectId: $objectId)
      @include(if: $isOwn) {
      ...AuditPage
    }
    all: allAuditEntries(
      first: 50
      after: $after
      accountId: $accountId
      operation: $operation
      objectId: $objectId
    ) @skip(if: $isOwn) {
      ...AuditPage
    }
  }
  fragment AuditPage on AuditLogConnection {
    nodes {
      id
      at
      operation
      outcome
      errorCode
      accountId
      actorEmail
      actingForId
      actingForEmail
      credential
      clientId
      systemUser
      network
      isReadersNetwork
      objectKind
      objectId
      objectName
      members {
        name
        value
        before
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`);

type Log = NonNullable<ResultOf<typeof logDocument>['own']>;
export type AuditEntry = Log['nodes'][number];

export interface AuditQuery {
  /** The account whose entries are shown; undefined: the viewer's own. Null: all accounts. */
  readonly accountId?: string | null;
  readonly operation: string | null;
  readonly objectId: string | null;
  readonly after: string | null;
}

/** A page of the audit log. */
export const auditQuery = ({ after, ...filter }: AuditQuery) =>
  queryOptions({
    queryKey: ['audit', filter, after],
    queryFn: async ({ signal }): Promise<Log> => {
      const { accountId = null } = filter;
      const variables = { ...filter, after, accountId, isOwn: filter.accountId === undefined };
      const { own, all } = await request(logDocument, variables, signal);
      const log = own ?? all;
      if (!log) throw new Error('one of the two logs is asked for');
      return log;
    },
    placeholderData: keepOfSame(filter),
  });
