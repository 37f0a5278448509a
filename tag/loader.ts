/** The build fills in the file that this one loads. */
declare const core: { readonly file: string; readonly integrity: string };

// Classic scripts have it while they run.
const own = document.currentScript as HTMLScriptElement;
const { trustedTypes } = window;
const isLegacy = !new URL(own.src).pathname.startsWith('/tag/');

/** For pages that take addresses of scripts from policies only. */
const policy = trustedTypes?.createPolicy('adgate', { createScriptURL: (url) => url });

/** Loads the tag itself, with this element's settings and what lets it run under the page's policy. */
function load(file: string, integrity: string): HTMLScriptElement {
  const script = document.createElement('script');
  const { href } = new URL(`/tag/${file}`, own.src);
  script.src = policy ? policy.createScriptURL(href) : href;
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  script.nonce = own.nonce;
  Object.assign(script.dataset, own.dataset, isLegacy && { legacy: '' });
  document.head.append(script);
  return script;
}

// A loader that a cache has kept may name a file that the server has no more.
load(core.file, core.integrity).onerror = () => load('core.js', '');
export {};
