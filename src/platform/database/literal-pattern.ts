/**
 * Writes a text as a regular expression that finds this very text, in the database and in JavaScript. BSON takes no pattern that
 * has the character 0 itself: its escape stands there.
 */
export const literalPattern = (text: string): string =>
  text.replace(/[^\w@]/gu, (sign) => (sign === '\0' ? '\\x00' : `\\${sign}`));
