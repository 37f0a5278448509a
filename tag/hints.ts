import type { AdgateEmpty, AdgateSample } from './adgate';
import type { Hint } from './hint';

/** A placement that stays empty. */
interface Empty {
  readonly box: HTMLElement;
  readonly empty: AdgateEmpty;
}

/** The event that the page hears, and the sample ad where there is one. */
type Explained =
  | { readonly type: 'empty'; readonly detail: AdgateEmpty; readonly stage?: undefined }
  | { readonly type: 'sample'; readonly detail: AdgateSample; readonly stage: HTMLElement };

/**
 * Says on the console, and to the page, what whoever builds the page has to know of a placement without an ad, and makes
 * the sample ad that stands there in a test.
 */
export function explain(hint: Hint | undefined, { box, empty }: Empty): Explained {
  const words = hint && wordsOf(hint);
  if (words) console.warn(`Adgate: ${words}`, box);
  const details = words ? [words] : empty.details;
  const reason = words ? 'otherHost' : empty.reason;
  if (!hint?.sample) return { type: 'empty', detail: { reason, details } };
  if (getComputedStyle(box).position === 'static') box.style.position = 'relative';
  return {
    type: 'sample',
    detail: { scope: hint.sample, reason, details },
    stage: drawSample(hint.sample),
  };
}

/** Undefined where the page is on the site's own host. */
function wordsOf({ pageHost: host, siteHost, sample }: Hint): string | undefined {
  if (siteHost === null) return undefined;
  const belongs = `This page is on ${host}, and the placement belongs to the site ${siteHost}`;
  return sample
    ? `${belongs}: a test ad is shown, and nothing is counted. Ads are shown on ${siteHost} and its subdomains.`
    : `${belongs}: no ad is shown. Add a site for ${host} in the panel and take the code of its placement, or say the address of the page by data-url of the script.`;
}

/** Drawn by styles: no policy of a page is about that. */
function drawSample(size: string): HTMLElement {
  const stage = document.createElement('div');
  stage.setAttribute('role', 'img');
  stage.ariaLabel = `Test ad, ${size}`;
  stage.style.cssText =
    'position:absolute;inset:0;box-sizing:border-box;overflow:hidden;display:flex;flex-flow:column;align-items:center;justify-content:center;border:1px dashed #555;color:#222;background:repeating-linear-gradient(45deg,#fff 0 12px,#eef2f7 12px 24px);font:12px/1.3 sans-serif;text-align:center;color-scheme:light';
  const title = document.createElement('b');
  title.textContent = 'Test ad';
  title.style.fontSize = '16px';
  stage.append(title, size);
  return stage;
}
