import { recordOf } from '../../record';
import { verdictRules } from './rules/index';
import { type RejectionReason, rejectionReasons } from './verdict';

/** The meaning of each reason, in the words of its rule. */
export const rejectionMeanings: Readonly<Record<RejectionReason, string>> = recordOf(
  rejectionReasons,
  (reason) => verdictRules.find((rule) => rule.reason === reason)!.description,
);
