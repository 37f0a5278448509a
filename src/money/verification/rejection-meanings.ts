import { recordOf } from '../../record';
import { verdictRules } from './rules/index';
import { type RejectionReason, rejectionReasons } from './verdict';
import { assertPresent } from '../../present';

/** The meaning of each reason, in the words of its rule. */
export const rejectionMeanings: Readonly<Record<RejectionReason, string>> = recordOf(
  rejectionReasons,
  (reason) => {
    const rule = verdictRules.find((one) => one.reason === reason);
    return assertPresent(rule, 'every reason has a rule').description;
  },
);
