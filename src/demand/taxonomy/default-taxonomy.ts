import document from './default-taxonomy.json';
import type { Taxonomy } from './media';
import { parseTaxonomy } from './taxonomy-document';

/** The taxonomy that is in force until an operator imports another. */
export const defaultTaxonomy: Taxonomy = parseTaxonomy(document);

/** The same as a document. */
export const defaultTaxonomyText = JSON.stringify(document, null, 2);
