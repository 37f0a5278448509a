import type { ApolloServerPlugin } from '@apollo/server';
import { Kind, type OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../../context';
import type { Metrics } from '../../http/metrics';

/** Times operations by type and first field: names that clients give would be without number. */
export function meterOperations(metrics: Metrics): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: () => {
      const startedAt = performance.now();
      return Promise.resolve({
        willSendResponse({ operation, errors }) {
          metrics.noteOperation(
            operation ? nameOf(operation) : 'refused',
            errors === undefined ? 'ok' : 'error',
            (performance.now() - startedAt) / 1_000,
          );
          return Promise.resolve();
        },
      });
    },
  };
}

/** Only of operations that fit the schema: others are not resolved. */
function nameOf({ operation, selectionSet }: OperationDefinitionNode): string {
  const field = selectionSet.selections.find(({ kind }) => kind === Kind.FIELD);
  return field?.kind === Kind.FIELD ? `${operation} ${field.name.value}` : operation;
}
