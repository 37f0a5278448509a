import { contentCategory, parentCategoryOf } from '../../demand/campaigns/content-category';
import { emptiable, listOf } from '../../input-members';
import { type Kind, kind } from '../../platform/resources/kinds';
import { mostFilterValues } from './creative-filter';

/** Categories of goods, codes of the IAB Content Taxonomy 1.0. @see OpenRTB 2.6 §3.2.1 `bcat` */
export const goodsCategories: Kind<readonly string[]> = {
  ...kind.listOf(
    contentCategory,
    emptiable(listOf(contentCategory.input, { most: mostFilterValues })),
  ),
  range: `at most ${mostFilterValues}`,
};

/** Categories of goods with all of their parts: with `IAB2` all that begins with `IAB2-`. */
export class WholeCategories {
  readonly #codes: ReadonlySet<string>;

  constructor(codes: readonly string[]) {
    this.#codes = new Set(codes);
  }

  has(code: string): boolean {
    return this.#codes.has(code) || this.#codes.has(parentCategoryOf(code));
  }
}
