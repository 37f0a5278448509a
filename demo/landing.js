const query = new URLSearchParams(location.search);
const campaign = query.get('campaign') ?? '';

document.getElementById('case').textContent = query.get('case') ?? 'none';
document.getElementById('site').textContent = query.get('site') ?? 'none';
// The page that showed the ad has opened this one without a handle on it; it listens here.
if (query.has('case')) new BroadcastChannel('adgate-demo-arrivals').postMessage(query.get('case'));

if (/^[a-z]+(-[a-z]+)*$/.test(campaign)) {
  const name = campaign.replace(
    /(^|-)([a-z])/g,
    (_match, gap, letter) => (gap ? ' ' : '') + letter.toUpperCase(),
  );
  document.getElementById('advertiser').textContent = `Welcome to ${name}`;
}
