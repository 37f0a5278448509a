import { StrictServerDies } from './strict-server';

/** A creative as a strict server has imported it. */
export interface StrictBanner {
  readonly id: string;
  readonly type: string;
  readonly mime: string | null;
  readonly size: string;
  readonly checksum: string;
  readonly serveUrl: string;
  readonly viewUrl: string;
  readonly clickUrl: string;
}

export interface StrictCampaign {
  readonly id: string;
  readonly budget: bigint;
  readonly maxCpm: bigint;
  readonly maxCpc: bigint;
  readonly requires: Readonly<Record<string, readonly string[]>>;
  readonly excludes: Readonly<Record<string, readonly string[]>>;
  readonly banners: readonly StrictBanner[];
}

export interface StrictImport {
  readonly campaigns: readonly StrictCampaign[];
  /** Why campaigns were skipped. */
  readonly skipped: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/** Integers that a floating-point number does not hold stay exact. */
const reviveInteger = (_name: string, value: unknown, context?: { readonly source: string }) =>
  typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? '')
    : value;

/**
 * Imports the list of another server's campaigns as strict servers of the network do. Written from docs/peers.md §7 alone.
 *
 * @throws {StrictServerDies} at what ends the whole import, that of all servers
 */
export function importStrictly(json: string): StrictImport {
  const list: unknown = JSON.parse(json, reviveInteger);
  if (!Array.isArray(list)) throw new StrictServerDies('no list');
  const campaigns: StrictCampaign[] = [];
  const skipped: string[] = [];
  for (const one of list as readonly unknown[]) {
    const campaign = importCampaign(recordOf(one, 'campaign'));
    if (typeof campaign === 'string') skipped.push(campaign);
    else campaigns.push(campaign);
  }
  return { campaigns, skipped };
}

function importCampaign(of: Members): StrictCampaign | string {
  for (const name of needed) if (!(name in of)) throw new StrictServerDies(name);
  for (const name of ['created_at', 'updated_at', 'date_start']) strictTime(of[name], name);
  const end = of['date_end'] === null ? null : strictTime(of['date_end'], 'date_end');
  if (of['landing_url'] === null) throw new StrictServerDies('landing_url');
  if (textOf(of['landing_url'], 'landing_url').length > 1_024)
    throw new StrictServerDies('landing_url');
  if (!/^[0-9a-f]{32}$/.test(String(of['id']))) throw new StrictServerDies('id');
  const [medium, vendor] = [of['medium'], of['vendor']];
  if (!pairs.some(([one, other]) => one === medium && other === vendor))
    throw new StrictServerDies('vendor');
  if (end !== null && end <= strictTime(of['date_start'], 'date_start')) return 'end';
  const amounts = { budget: of['budget'], maxCpm: of['max_cpm'], maxCpc: of['max_cpc'] };
  const { budget, maxCpm = 0n, maxCpc } = { ...amounts, maxCpm: amounts.maxCpm ?? 0n };
  if (typeof budget !== 'bigint' || budget <= 0n) return 'budget';
  if (typeof maxCpm !== 'bigint' || typeof maxCpc !== 'bigint') return 'price';
  if (maxCpm < 0n || maxCpc < 0n) return 'price';
  const requires = strictTargeting(of['targeting_requires']);
  const excludes = strictTargeting(of['targeting_excludes']);
  if (!Array.isArray(of['banners'])) throw new StrictServerDies('banners');
  const banners = (of['banners'] as readonly unknown[]).map((banner) =>
    importBanner(recordOf(banner, 'banner')),
  );
  const bad = banners.find((banner) => typeof banner === 'string');
  if (bad !== undefined) return bad;
  // Those that are left are banners.
  const taken = banners.filter((banner) => typeof banner !== 'string');
  return { id: String(of['id']), budget, maxCpm, maxCpc, requires, excludes, banners: taken };
}

const needed = [
  ...['id', 'date_start', 'date_end', 'created_at', 'updated_at', 'budget'],
  ...['max_cpc', 'max_cpm', 'banners', 'landing_url', 'targeting_requires', 'targeting_excludes'],
  ...['medium', 'vendor'],
];

const pairs = [
  ['web', null],
  ...[null, 'decentraland', 'cryptovoxels', 'polkacity', 'milc'].map((v) => ['metaverse', v]),
];

function importBanner(of: Members): StrictBanner | string {
  const { id, type, mime, size, checksum, classification } = of;
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id)) throw new StrictServerDies('banner id');
  if (typeof checksum !== 'string' || !/^[0-9a-f]{40}$/.test(checksum))
    throw new StrictServerDies('checksum');
  const [serveUrl, clickUrl, viewUrl] = ['serve_url', 'click_url', 'view_url'].map((name) => {
    const url = of[name];
    if (typeof url !== 'string' || !/^(https?:)?\/\//.test(url)) throw new StrictServerDies(name);
    if (url.length > 1_024) throw new StrictServerDies(name);
    return url;
  });
  if (!['image', 'html', 'direct', 'video', 'model'].includes(String(type))) return 'banner type';
  if (!('mime' in of)) return 'mime';
  const mimeText = mime === null ? null : textOf(mime, 'mime');
  if ((mimeText?.length ?? 0) > 127) throw new StrictServerDies('mime');
  if (typeof size !== 'string' || size.length < 1 || size.length > 16) return 'size';
  recordOf(classification, 'classification');
  return {
    ...{ id, type: String(type), mime: mimeText, size, checksum },
    ...{ serveUrl: serveUrl ?? '', viewUrl: viewUrl ?? '', clickUrl: clickUrl ?? '' },
  };
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new StrictServerDies(name);
  return value;
}

function strictTime(value: unknown, name: string): number {
  const text = String(value);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\+00:00|Z)$/.test(text)) throw new StrictServerDies(name);
  const time = Date.parse(text);
  if (!(time >= 0 && time < 2 ** 31 * 1_000)) throw new StrictServerDies(name);
  return time;
}

function strictTargeting(value: unknown): Readonly<Record<string, readonly string[]>> {
  if (value === null) throw new StrictServerDies('targeting');
  if (Array.isArray(value) && value.length === 0) return {};
  const flat: Record<string, readonly string[]> = {};
  for (const [group, options] of Object.entries(recordOf(value, 'targeting')))
    for (const [option, values] of Object.entries(recordOf(options, group))) {
      if (!Array.isArray(values)) throw new StrictServerDies(option);
      flat[`${group}:${option}`] = values.map(String);
    }
  return flat;
}

function recordOf(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new StrictServerDies(name);
  return value as Members; // An object, whatever its members are.
}
