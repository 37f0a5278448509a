import { getElement } from './elements.js';

const query = new URLSearchParams(location.search);
const campaign = query.get('campaign') ?? '';

getElement(document, '#case', HTMLElement).textContent = query.get('case') ?? 'none';
getElement(document, '#site', HTMLElement).textContent = query.get('site') ?? 'none';
// The page that showed the ad has opened this one without a handle on it; it listens here.
if (query.has('case')) new BroadcastChannel('adgate-demo-arrivals').postMessage(query.get('case'));

if (/^[a-z]+(-[a-z]+)*$/.test(campaign)) {
  const name = campaign.replace(
    /(^|-)([a-z])/g,
    (_match, /** @type {string} */ gap, /** @type {string} */ letter) =>
      (gap ? ' ' : '') + letter.toUpperCase(),
  );
  getElement(document, '#advertiser', HTMLElement).textContent = `Welcome to ${name}`;
}
