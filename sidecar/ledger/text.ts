/** JSON of the ledger's own client: strings, and lists and objects of them. */
export type LedgerText = string | readonly LedgerText[] | { readonly [name: string]: LedgerText };

/** Members of one object, in the order they are printed in. */
export type LedgerObject = Readonly<Record<string, LedgerText>>;

/** The ledger's own client prints an empty list as an empty string. */
export function listText(items: readonly LedgerText[]): LedgerText {
  return items.length === 0 ? '' : items;
}
