import type { Logger } from 'pino';
import { defaultTaxonomy } from './default-taxonomy';
import type { Taxonomy } from './media';
import { parseTaxonomyText } from './taxonomy-document';
import type { TaxonomyStore } from './taxonomy.store';

/** The taxonomy in force in this process. */
export interface CurrentTaxonomy {
  readonly current: Taxonomy;
  /** The imported document that it is read from; null: none was imported. */
  readonly text: string | null;
  /**
   * Takes up what is stored. A stored document that cannot be read leaves the one in force, and is logged.
   *
   * @returns whether another taxonomy is in force now.
   */
  refresh(): Promise<boolean>;
}

export function createCurrentTaxonomy(options: {
  readonly store: Pick<TaxonomyStore, 'findText'>;
  readonly log: Logger;
}): CurrentTaxonomy {
  const { store, log } = options;
  let current = defaultTaxonomy;
  let currentText: string | null = null;
  return {
    get current() {
      return current;
    },
    get text() {
      return currentText;
    },
    async refresh() {
      const text = await store.findText();
      if (text === currentText) return false;
      try {
        current = text === null ? defaultTaxonomy : parseTaxonomyText(text);
      } catch (error) {
        log.error({ err: error }, 'the stored taxonomy cannot be read: the one before stays');
        return false;
      }
      currentText = text;
      return true;
    },
  };
}
