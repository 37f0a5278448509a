/**
 * Elements whose size goes by the width of their column: `data-sizes` becomes `data-adgate` and `data-size`, which the core
 * goes by, and becomes others when the column does.
 *
 * @see docs/tag.md "Sizes by the width of the column"
 */
const selector = '[data-sizes]';
const entry = /^(?:(\d+):)?((\d+)x(\d+))(?:=([\da-f-]+))?$/i;

/** A size that fits, as the element's own attributes say it. */
interface Fitting {
  /** A placement's id, or the size. */
  readonly adgate: string;
  readonly size: string;
}

/** Of sizes that are not wider than the column, the one for the widest columns; among equals the largest. */
function fittingOf(sizes: string, column: number): Fitting | undefined {
  let best: Fitting | undefined;
  let most = 0;
  for (const text of sizes.split(/[\s,]+/)) {
    const [, from = 0, size, width = 0, height = 0, adgate = size] = entry.exec(text) ?? [];
    // No size has as many pixels as a step of the column weighs.
    const weight = Number(from) * 1e9 + Number(width) * Number(height);
    if (!size || !adgate || weight <= most) continue;
    if (Math.max(Number(from), Number(width)) > column) continue;
    most = weight;
    best = { adgate, size };
  }
  return best;
}

/** Widths that elements have by themselves. */
const ownWidths = new WeakMap<HTMLElement, string>();
/** Parents by whose width the sizes of elements are picked. */
const columns = new WeakMap<HTMLElement, HTMLElement>();
const waiting = new Set<HTMLElement>();

function fit(box: HTMLElement): void {
  const { style, dataset } = box;
  const { adgate } = dataset;
  const { width: before, display } = style;
  const own = ownWidths.get(box) ?? before;
  ownWidths.set(box, own);
  style.width = own || '100%';
  // One that is closed, or stands in a line of text, has no width of its own.
  style.display = 'block';
  const fitting = fittingOf(dataset.sizes ?? '', box.clientWidth);
  Object.assign(style, { width: before, display });
  if (fitting && fitting.adgate === adgate) return;
  style.width = own;
  style.aspectRatio = '';
  if (fitting) Object.assign(dataset, fitting);
  else {
    delete dataset.adgate;
    const detail = { reason: 'no-size', details: [] };
    box.dispatchEvent(new CustomEvent('adgate:empty', { bubbles: true, detail }));
  }
}

/** In a frame of their own: what changes while sizes are observed is an error to browsers. */
function fitSoon(boxes: readonly HTMLElement[]): void {
  const isAsked = waiting.size > 0;
  for (const box of boxes) waiting.add(box);
  if (isAsked || boxes.length === 0) return;
  requestAnimationFrame(() => {
    const all = [...waiting].filter(({ isConnected }) => isConnected);
    waiting.clear();
    all.forEach(fit);
  });
}

const boxesIn = (column: ParentNode) =>
  column.querySelectorAll<HTMLElement>(column === document ? selector : `:scope > ${selector}`);

const resized = new ResizeObserver((entries) => {
  fitSoon(entries.flatMap(({ target }) => [...boxesIn(target)]));
});

/** Elements come, and move to other columns. */
function scan(): void {
  for (const box of boxesIn(document)) {
    const { parentElement: column } = box;
    if (!column || columns.get(box) === column) continue;
    columns.set(box, column);
    resized.observe(column);
  }
}

new MutationObserver((records) => {
  // Only elements have attributes.
  const changed = records.filter(({ type }) => type === 'attributes');
  fitSoon(changed.map(({ target }) => target as HTMLElement));
  if (changed.length < records.length) scan();
}).observe(document, { attributeFilter: ['data-sizes'], childList: true, subtree: true });
scan();
export {};
