import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { t } from '../texts/texts';
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
    title: ({ name }) =>
      name === undefined
        ? t('operator.rejectThisCreative')
        : t('operator.rejectQuestion', { name }),
    about: t('operator.rejectCreativeAbout'),
    action: t('operator.reject'),
    mutate: ({ id }, reason) => request(rejectDocument, { id, reason }),
    done: t('operator.theCreativeIsNotShown'),
    changes: [['review-creatives']],
  });
