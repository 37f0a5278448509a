import { type Amount, parseAmount } from '../../amount';
import type { Advert } from './draw';
import type { MotifName } from './motifs';
import { assertPresent } from '../../present';

/** A campaign of the demo, before it has ids. */
export interface DemoCampaign {
  /** Names it in its landing URL; also what its id is made from. */
  readonly slug: string;
  readonly advert: Advert;
  readonly medium: 'web' | 'metaverse';
  /** `<width>x<height>` of the images drawn for it. */
  readonly imageSizes: readonly string[];
  readonly htmlSizes: readonly string[];
  /** USD per clock hour. */
  readonly hourlyBudget: Amount;
  readonly maxCpm: Amount | null;
  readonly maxCpc: Amount | null;
  /** Days from the making of the demo data; null: no end. */
  readonly startsAfterDays: number;
  readonly endsAfterDays: number | null;
  readonly targeting: Readonly<Record<string, unknown>>;
}

const usd = (text: string): Amount =>
  assertPresent(parseAmount(text), 'prices of the demo are amounts');

type Colours = readonly [from: string, to: string, ink: string, accent: string, onAccent: string];

function advert(
  name: string,
  claim: string,
  action: string,
  motif: MotifName,
  [from, to, ink, accent, onAccent]: Colours,
): Advert {
  return { name, claim, action, motif, palette: { from, to, ink, accent, onAccent } };
}

/** The members of a campaign when the list below does not say otherwise. */
const usual = {
  medium: 'web',
  htmlSizes: [],
  hourlyBudget: usd('5'),
  maxCpm: null,
  maxCpc: null,
  startsAfterDays: 0,
  endsAfterDays: null,
  targeting: {},
} as const;

const commonSizes = ['300x250', '728x90', '320x50', '300x600'] as const;

/** Together they show every kind of price, targeting and flight; five compete for any visitor. */
export const demoCampaigns: readonly DemoCampaign[] = [
  {
    ...usual,
    slug: 'aurora-trails',
    advert: advert('Aurora Trails', 'Guided walks under northern lights', 'Plan a trip', 'peaks', [
      '#0b2545',
      '#13708a',
      '#f4fbff',
      '#7ee8c7',
      '#0b2545',
    ]),
    imageSizes: [...commonSizes, '160x600', '970x250', '580x400'],
    maxCpm: usd('2.4'),
  },
  {
    ...usual,
    slug: 'prism-type',
    advert: advert('Prism Type', 'Typefaces for people who read', 'See them', 'facets', [
      '#f6f1e7',
      '#e9dcc3',
      '#2a2a33',
      '#c2421a',
      '#fff8ef',
    ]),
    imageSizes: [...commonSizes, '336x280'],
    targeting: { excludes: { device: { browser: ['msie'] } } },
  },
  {
    ...usual,
    slug: 'pixel-garden',
    advert: advert('Pixel Garden', 'A calmer place for your pictures', 'Look in', 'dots', [
      '#2b2d42',
      '#4a4e78',
      '#ffffff',
      '#8ddfcb',
      '#20223a',
    ]),
    imageSizes: [...commonSizes, '468x60'],
    maxCpm: usd('1.9'),
    targeting: {
      requires: { device: { browser: ['chrome', 'edge', 'firefox', 'safari', 'opera'] } },
    },
  },
  {
    ...usual,
    slug: 'kiln-coffee',
    advert: advert('Kiln Coffee', 'Small batches, roasted on Mondays', 'Taste it', 'rings', [
      '#3b1f14',
      '#8a4b2a',
      '#fff4e6',
      '#ffb86b',
      '#3b1f14',
    ]),
    imageSizes: [...commonSizes, '320x100'],
    maxCpm: usd('2.1'),
    targeting: { requires: { user: { language: ['en', 'de', 'fr', 'es', 'it', 'nl'] } } },
  },
  {
    ...usual,
    slug: 'meadow-bikes',
    advert: advert('Meadow Bikes', 'Electric bicycles, built to be mended', 'Ride one', 'hills', [
      '#1d4d3a',
      '#57975b',
      '#fbfff4',
      '#ffd97d',
      '#1d3d2f',
    ]),
    imageSizes: commonSizes,
    maxCpm: usd('2.2'),
    endsAfterDays: 365,
    targeting: { excludes: { site: { category: ['adult', 'paytoclick'] } } },
  },
  {
    ...usual,
    slug: 'ledgerline',
    advert: advert('Ledgerline', 'Books that close themselves', 'Start free', 'bars', [
      '#101a33',
      '#27407a',
      '#f2f6ff',
      '#ffd166',
      '#101a33',
    ]),
    imageSizes: ['728x90', '970x250', '300x600', '160x600'],
    maxCpm: usd('2.8'),
    targeting: { requires: { device: { type: ['desktop'] } } },
  },
  {
    ...usual,
    slug: 'tidal-power',
    advert: advert('Tidal Power', 'Electricity with the moon in it', 'Switch', 'waves', [
      '#03263a',
      '#0a6c8f',
      '#f0fbff',
      '#5ad1e6',
      '#03263a',
    ]),
    imageSizes: commonSizes,
    maxCpm: usd('3.5'),
    targeting: { requires: { user: { country: ['de', 'at', 'ch', 'dk', 'nl'] } } },
  },
  {
    ...usual,
    slug: 'orbit-games',
    advert: advert('Orbit Games', 'Twelve worlds, one evening', 'Play', 'orbits', [
      '#1c1140',
      '#5a2a82',
      '#fbf5ff',
      '#ff8fab',
      '#1c1140',
    ]),
    imageSizes: ['300x250', '728x90', '300x600'],
    maxCpm: 0n,
    maxCpc: usd('0.12'),
    targeting: {
      requires: { site: { category: ['games', 'technology'] } },
      excludes: { device: { type: ['tv'] } },
    },
  },
  {
    ...usual,
    slug: 'northlight-radio',
    advert: advert('Northlight Radio', 'Live from the far end of the dial', 'Listen in', 'waves', [
      '#23103a',
      '#7a2e6b',
      '#fff6fb',
      '#ffc857',
      '#23103a',
    ]),
    imageSizes: ['728x90'],
    htmlSizes: ['300x250'],
    maxCpm: usd('1.6'),
  },
  {
    ...usual,
    slug: 'harbour-books',
    advert: advert('Harbour Books', 'Second-hand stories by the sea', 'Browse', 'hills', [
      '#0f3d4c',
      '#3a8ea5',
      '#f7fdff',
      '#ffe0b5',
      '#0f3d4c',
    ]),
    imageSizes: ['320x50', '320x100', '300x250'],
    maxCpm: usd('1.4'),
    targeting: { requires: { device: { type: ['mobile', 'tablet'] } } },
  },
  {
    ...usual,
    slug: 'comet-mail',
    advert: advert('Comet Mail', 'Starts in two weeks', 'Save a seat', 'orbits', [
      '#14213d',
      '#2f4b7c',
      '#f5f8ff',
      '#fca311',
      '#14213d',
    ]),
    imageSizes: ['300x250', '728x90'],
    maxCpm: usd('4'),
    startsAfterDays: 14,
    endsAfterDays: 44,
  },
  {
    ...usual,
    slug: 'lantern-rooms',
    advert: advert('Lantern Rooms', 'Galleries you can walk through', 'Step inside', 'facets', [
      '#1b1033',
      '#4b2e83',
      '#fff7ff',
      '#ff9f68',
      '#1b1033',
    ]),
    medium: 'metaverse',
    imageSizes: ['1280x720', '512x512'],
    maxCpm: usd('1.5'),
  },
];
