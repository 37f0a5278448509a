import { unseen } from '../validation';

const hidden = new RegExp(`(?!\\t|\\n|\\r\\n)[${unseen}]`, 'gu');

/**
 * A text for terminals, which do as controls say: those that stand in names, reasons and what others have answered are
 * spelled as `\u001b`, within JSON, too. Tabs and ends of lines stay.
 */
export function toSeen(text: string): string {
  return text.replaceAll(
    hidden,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
