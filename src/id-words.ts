/** Codes of the characters. */
const [codeOf0, codeOf9, codeOfA] = [48, 57, 97];

/** The first eight hex digits of a stored id, as a signed number of 32 bits: they are random in ids of UUIDs and of hashes. */
export const firstWordOf = (id: string): number => wordAt(id, 0);

/** The same of the last eight. */
export const lastWordOf = (id: string): number => wordAt(id, 24);

function wordAt(id: string, from: number): number {
  let word = 0;
  for (let at = from; at < from + 8; at += 1) {
    const code = id.charCodeAt(at);
    word = (word << 4) | (code <= codeOf9 ? code - codeOf0 : code - codeOfA + 10);
  }
  return word;
}
