/**
 * The stored form of sections, facts, first views and parts of reports: one JSON text that the database does not look
 * into.
 */
export interface StoredForm<Form> {
  encode(value: Form): string;
  /** @param text as `encode` has made it: nobody else writes it */
  decode(text: string): Form;
}

export function storedForm<Form>(): StoredForm<Form> {
  return {
    encode: (value) => JSON.stringify(value),
    // `encode` takes nothing else.
    decode: (text) => JSON.parse(text) as Form,
  };
}
