import document from './default-taxonomy.json';
import type { Taxonomy } from './media';
import { parseTaxonomy } from './taxonomy-document';

/** What holds until an operator imports another one. */
export const defaultTaxonomy: Taxonomy = parseTaxonomy(document);

/** The same as a document. */
export const defaultTaxonomyText = JSON.stringify(document, null, 2);
