/** Longest email that is taken, in characters. */
export const maxEmailLength = 150;

/** Whether a text is an email address as far as its form tells; in any case. */
export function isEmail(text: string): boolean {
  return (
    text.length <= maxEmailLength &&
    /^[^\s@<>,;:"()\p{Cc}]{1,64}@[^\s@<>,;:"()\p{Cc}]{1,85}$/u.test(text)
  );
}

/** The one form that is stored and compared. */
export function toEmail(text: string): string {
  return text.trim().toLowerCase();
}
