import type { Placement } from './placement';

/**
 * HTML for the place of a page where the ad is to be: finds, downloads, checks the hash, shows, and reports a view once
 * half of it has been on the screen for a second. A window opens with the visitor's next click. It needs nothing but this
 * server's `/supply/find` and a page that is served by https.
 *
 * A document is shown from a data URL, which tells it nothing of the page, and goes when it leads its frame elsewhere. A
 * click that it tells of counts only if the visitor has just done something in its very frame: the frame has the focus,
 * and for as long as browsers take an input for fresh, the page had none of its own and no other click has counted.
 *
 * @returns null for models: those are shown by engines, not by pages.
 * @see docs/interface.md "Ad lifecycle"
 */
export function formatEmbedCode(
  publicUrl: string,
  placement: Pick<Placement, 'id' | 'width' | 'height' | 'depth' | 'popScope'>,
): string | null {
  const { id, width, height, depth, popScope } = placement;
  if (depth > 0) return null;
  if (popScope !== null)
    return `<script>\n(async () => {\n${find(publicUrl, id, ['direct'])}${openWindow}})();\n</script>`;
  return `<div data-placement="${id}" style="width:${width}px;height:${height}px"></div>
<script>
(async () => {
  const box = document.querySelector('[data-placement="${id}"]');
${find(publicUrl, id, ['image', 'html', 'video'])}${show}})();
</script>`;
}

const find = (publicUrl: string, id: string, types: readonly string[]) => `\
  const found = await fetch('${publicUrl}/supply/find', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      context: { iid: crypto.randomUUID(), url: location.origin },
      placements: [{ id: '1', placementId: '${id}', types: ${JSON.stringify(types)}, topframe: self === top }],
    }),
  });
  const ad = found.ok && (await found.json()).data[0];
  if (!ad) return;
  const bytes = await (await fetch(ad.serveUrl)).arrayBuffer();
  const sha1 = new Uint8Array(await crypto.subtle.digest('SHA-1', bytes));
  if (Array.from(sha1, (byte) => byte.toString(16).padStart(2, '0')).join('') !== ad.hash) return;
`;

const openWindow = `\
  addEventListener('click', () => {
    open(new TextDecoder().decode(bytes), '_blank', 'noopener');
    fetch(ad.viewUrl, { keepalive: true });
  }, { once: true });
`;

const show = `\
  const click = () => open(ad.clickUrl, '_blank', 'noopener');
  let shown;
  if (ad.type === 'html') {
    shown = document.createElement('iframe');
    shown.setAttribute('sandbox', 'allow-scripts');
    shown.referrerPolicy = 'no-referrer';
    shown.src = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsDataURL(new Blob([bytes], { type: 'text/html;charset=utf-8' }));
    });
    let loads = 0;
    shown.addEventListener('load', () => {
      if (++loads > 1) shown.remove();
    });
    let spent = -Infinity;
    for (const type of ['keydown', 'mousedown', 'pointerup'])
      addEventListener(type, ({ timeStamp }) => { spent = timeStamp; }, true);
    addEventListener('message', ({ source, data, timeStamp }) => {
      if (source !== shown.contentWindow || data?.type !== 'adgate:click') return;
      if (!navigator.userActivation?.isActive || document.activeElement !== shown || timeStamp - spent < 5000) return;
      spent = timeStamp;
      click();
    });
  } else {
    shown = document.createElement(ad.type === 'video' ? 'video' : 'img');
    if (ad.type === 'video') Object.assign(shown, { muted: true, autoplay: true, loop: true, playsInline: true });
    shown.src = URL.createObjectURL(new Blob([bytes], { type: ad.mime }));
    shown.addEventListener('click', click);
  }
  shown.style = 'width:100%;height:100%;border:0;cursor:pointer';
  box.replaceChildren(shown);
  let timer;
  new IntersectionObserver((entries, observer) => {
    clearTimeout(timer);
    if (entries.at(-1).isIntersecting) timer = setTimeout(() => {
      observer.disconnect();
      fetch(ad.viewUrl, { keepalive: true });
    }, 1000);
  }, { threshold: 0.5 }).observe(box);
`;
