/** 32 hex digits, with or without the dashes of a UUID, in any case. */
const uuid = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/** Whether a text is an id in any of the forms that are taken: 32 hex digits, dashed like a UUID or not, in any case. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** The one form that is stored, 32 lower-case hex digits, of a text that `isUuid` takes. */
export function toId(text: string): string {
  return text.length === 32 ? text.toLowerCase() : text.replaceAll('-', '').toLowerCase();
}
