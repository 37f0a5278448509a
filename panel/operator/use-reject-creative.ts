import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { useReasonedChange } from './use-reasoned-change';

const rejectDocument = graphql(`
  mutation RejectCreative($id: ID!, $reason: String!) {
    rejectCreative(id: $id, reason: $reason) {
      id
    }
  }
`);

interface ChosenCreative {
  readonly id: string;
  /** Where it is known. */
  readonly name?: string;
}

/** Takes somebody’s creative out of serving. */
export const useRejectCreative = () =>
  useReasonedChange<ChosenCreative>({
    title: ({ name }) => (name === undefined ? 'Reject this creative?' : `Reject “${name}”?`),
    about: 'Its owner reads it. The creative is out of serving within two seconds.',
    action: 'Reject',
    mutate: ({ id }, reason) => request(rejectDocument, { id, reason }),
    done: 'The creative is not shown any more.',
    changes: [['review-creatives']],
  });
