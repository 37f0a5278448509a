import { kind, type ValueOf } from '../../platform/resources/kinds';

/** How clicks of a campaign come to count: at once, or when the landing page confirms them, signed or not. */
export const clickConversionMode = kind.enumOf({
  name: 'ClickConversionMode',
  description: 'How clicks of a campaign come to count.',
  meanings: {
    none: 'At once.',
    basic: 'When the landing page loads the campaign’s link.',
    advanced: 'When the landing page loads the campaign’s link, signed.',
  },
});
export type ClickConversionMode = ValueOf<typeof clickConversionMode>;
