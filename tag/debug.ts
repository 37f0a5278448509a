/** `?adgate-debug`: what became of each placement, in a corner of the page. */
const events = ['filled', 'empty', 'sample', 'view', 'click', 'error'] as const;
const host = document.createElement('div');
const root = host.attachShadow({ mode: 'open' });
const list = document.createElement('ol');
const tokenOf = document.createElement('input');

host.id = 'adgate-debug';
host.style.cssText =
  'position:fixed;bottom:0;left:0;z-index:2147483647;max-width:min(480px,100vw);max-height:50vh;overflow:auto;padding:8px;background:#111e;color:#eee;font:12px/1.4 monospace';
list.style.cssText = 'margin:0;padding-left:2em';
tokenOf.type = 'password';
tokenOf.placeholder = 'an API token tells why';
tokenOf.ariaLabel = 'API token';
tokenOf.onchange = () => {
  window.adgate?.explain(tokenOf.value);
  window.adgate?.refresh();
};

function nameOf(element: HTMLElement): string {
  return [element.id && `#${element.id}`, element.dataset.adgate].filter(Boolean).join(' ');
}

for (const type of events)
  document.addEventListener(`adgate:${type}`, ({ target, detail }) => {
    const line = document.createElement('li');
    // Our events come from elements.
    line.textContent = `${nameOf(target as HTMLElement)} ${type} ${JSON.stringify(detail)}`;
    if ('details' in detail && detail.reason === 'otherHost') {
      const words = document.createElement('strong');
      words.textContent = detail.details.join(' ');
      line.prepend(words, document.createElement('br'));
    }
    list.append(line);
  });

root.append('Adgate', list, tokenOf);
document.documentElement.append(host);
export {};
