import { recordOf } from '../../record';
import { eventRules } from './rules/index';
import { type RejectionReason, rejectionReasons } from './verdict';

/** What each reason means, in the words of its rule. */
export const rejectionMeanings: Readonly<Record<RejectionReason, string>> = recordOf(
  rejectionReasons,
  (reason) =>
    eventRules.find((rule) => rule.reason === reason)?.description ??
    'Of a confirmed click: the click itself was rejected.',
);
