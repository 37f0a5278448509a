/**
 * Tells the page around a document of a visitor's click in it, and keeps links from leading away inside the frame: where
 * a click leads is the campaign's to say. A document that has a use of its own for a click stops its propagation.
 */
export const clickHelper = `
addEventListener('click', function (event) {
  if (!event.isTrusted) return;
  var link = event.target instanceof Element && event.target.closest('a[href], area[href]');
  if (link) event.preventDefault();
  parent.postMessage({ type: 'adgate:click' }, '*');
});
`;
