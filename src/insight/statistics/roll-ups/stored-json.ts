/**
 * The stored form of sections, facts, first views and parts of reports: one text, `<version>:<JSON>`, that the database
 * does not look into. The first forms have no version in front.
 */
export interface StoredForm<Form> {
  encode(value: Form): string;
  /**
   * @param text as `encode` has made it, in this version of the server or an earlier one: nobody else writes it
   * @throws {Error} for a version that a later server has written
   */
  decode(text: string): Form;
}

/**
 * @param name of what has the form, for errors
 * @param version of what `encode` writes. A form that its readers must tell from the one before has the next version
 */
export function storedForm<Form>(name: string, version: number): StoredForm<Form> {
  const prefix = `${version}:`;
  return {
    encode: (value) => prefix + JSON.stringify(value),
    decode(text) {
      const [found, number] = text.startsWith(prefix) ? [prefix] : (/^(\d+):/.exec(text) ?? ['']);
      if (Number(number) > version)
        throw new Error(`${name} has form ${number}, which a later version of Adgate stores`);
      // `encode` has written nothing else.
      return JSON.parse(text.slice(found.length)) as Form;
    },
  };
}
