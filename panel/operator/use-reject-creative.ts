import { t } from '../texts/texts';
import { type ReasonedChange, useReasonedChange } from './use-reasoned-change';

/** Takes somebody’s creative out of serving. */
export const useRejectCreative = <Item>(
  props: Pick<ReasonedChange<Item>, 'title' | 'mutate' | 'changes'>,
) =>
  useReasonedChange<Item>({
    about: t('operator.rejectCreativeAbout'),
    action: t('operator.reject'),
    done: t('operator.theCreativeIsNotShown'),
    ...props,
  });
