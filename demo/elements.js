/**
 * The first element that a selector names.
 *
 * @template {Element} Kind
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 * @throws {Error} where the page has no such element.
 */
export function getElement(parent, selector, kind) {
  const found = parent.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${selector}`);
}

/**
 * A copy of what a template of the page holds.
 *
 * @param {string} selector
 */
export function copyOf(selector) {
  const { content } = getElement(document, selector, HTMLTemplateElement);
  const copy = document.importNode(content, true);
  return getElement(copy, '*', HTMLElement);
}
