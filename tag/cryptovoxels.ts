/** The settings of an object in a parcel, which stand beside this script. */
declare const config: {
  readonly payout_network: string;
  readonly payout_address: string;
  readonly adserver: string;
  readonly zone_name?: string;
};

/** The picture that shows ads. */
declare const feature: {
  /** In metres. */
  readonly scale: { readonly x: number; readonly y: number };
  set(changes: { readonly url: string; readonly link: string }): void;
};

interface Player {
  /** Absent of guests. */
  readonly wallet?: string | null;
}

declare const parcel: {
  readonly id: number;
  getPlayers(): readonly Player[];
  on(event: 'playerenter' | 'playernearby', listener: (event: { player: Player }) => void): void;
};

interface AnonAnswer {
  readonly banners?: readonly {
    readonly serve_url: string;
    readonly click_url: string;
    readonly view_url: string;
  }[];
}

/** An ad stays at least as long, however many players pass. */
const leastMs = 10_000;
/** So finely are pictures seen: a board of 3 metres takes one of 30 pixels and above. */
const pixelsPerMetre = 10;

const randomHex = (): string =>
  Array.from({ length: 32 }, () => Math.floor(Math.random() * 16).toString(16)).join('');

const server = config.adserver.replace(/\/$/, '');
let shownAt = -Infinity;

/** Asks for an ad and shows it to a player who stands there. A parcel without an answer keeps the picture that it has. */
async function show({ wallet = null }: Player): Promise<void> {
  if (Date.now() - shownAt < leastMs) return;
  shownAt = Date.now();
  const response = await fetch(`${server}/supply/anon`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      pay_to: `${config.payout_network}:${config.payout_address}`,
      view_id: randomHex(),
      zone_name: config.zone_name ?? 'default',
      width: feature.scale.x,
      height: feature.scale.y,
      min_dpi: pixelsPerMetre,
      type: ['image'],
      mime_type: ['image/gif', 'image/jpeg', 'image/png'],
      context: {
        site: {
          url: `https://scene-${parcel.id}.cryptovoxels.com/`,
          metamask: wallet === null ? 0 : 1,
        },
        user: { account: wallet },
      },
      medium: 'metaverse',
      vendor: 'cryptovoxels',
    }),
  });
  // Our own server answers.
  const { banners = [] } = (await response.json()) as AnonAnswer;
  const [banner] = banners;
  if (!banner) return;
  const cid = randomHex();
  feature.set({ url: banner.serve_url, link: `${banner.click_url}&cid=${cid}` });
  await fetch(`${banner.view_url}&cid=${cid}`, { headers: { Accept: 'application/json' } });
}

/** Nobody reads errors there: the next player is the next attempt. */
function pass(player: Player): void {
  show(player).catch(() => undefined);
}

parcel.on('playerenter', ({ player }) => pass(player));
parcel.on('playernearby', ({ player }) => pass(player));
// In an empty parcel nobody would see the ad: its first player asks for one.
parcel.getPlayers().slice(0, 1).forEach(pass);

export {};
