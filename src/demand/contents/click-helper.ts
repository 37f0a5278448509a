import { exitHelper } from './script-exits';

/**
 * Tells the page around a document that the document has loaded, and of a visitor's click in the document. Links and
 * scripts do not lead away inside the frame, and scripts open no window: where a click leads is the campaign's to say, so either is told
 * as a click, once for each time that the visitor presses something. A document that has another use for a click stops
 * the click's propagation. Each message speaks to our tag and to the page scripts of other servers of the market.
 * @see docs/reference-clients.md §6.3
 */
export const clickHelper = `
(function () {
  var told = false;
  function tell() {
    if (told) return;
    told = true;
    parent.postMessage({ type: 'adgate:click', dwmthClick: 1 }, '*');
  }
  ['pointerdown', 'touchstart', 'mousedown', 'keydown'].forEach(function (type) {
    addEventListener(type, function (event) { if (event.isTrusted) told = false; }, true);
  });
  addEventListener('click', function (event) {
    if (!event.isTrusted) return;
    var isLink = event.composedPath().some(function (node) {
      return node instanceof Element && node.matches('a[*|href], area[*|href]');
    });
    if (!isLink) return;
    event.preventDefault();
    tell();
  }, true);
  addEventListener('click', function (event) { if (event.isTrusted) tell(); });
  function isAsked() { return !navigator.userActivation || navigator.userActivation.isActive; }
  window.open = function () {
    if (isAsked()) tell();
    return null;
  };
${exitHelper}
  addEventListener('load', function () { parent.postMessage({ dwmthLoad: 1 }, '*'); });
})();
`;
