import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { aListedCampaign } from '../../peers/listed';
import { anId } from '../../support/events';
import { lineOf } from '../../money/peer-receipts/receipt-world';
import type { StandIn } from './stand-in';

const text = (body: string) => (res: ServerResponse) => res.end(body);
const mebibyte = 2 ** 20;

/** Sends without end, till nobody reads on. */
function endless(res: ServerResponse): void {
  const piece = `[${'{},'.repeat(20_000)}`;
  const more = () => {
    while (!res.destroyed && res.write(piece));
  };
  res.on('drain', more);
  more();
}

/** Lists that are none: nothing of them is taken, and what is here stays. */
export const listsThatAreNone: readonly (readonly [string, StandIn['tells']['list']])[] = [
  ['is down', (res) => res.destroy()],
  ['answers 500', (res) => res.writeHead(500).end('[]')],
  ['redirects', (res) => res.writeHead(302, { Location: '/elsewhere' }).end()],
  ['answers no JSON', text('<html>')],
  ['answers half of a list', text('[{"id":"')],
  ['answers an object', text('{"campaigns":[]}')],
  ['answers one byte too many', text(`[${' '.repeat(32 * mebibyte - 1)}]`)],
  ['sends without end', endless],
  [
    'sends a bomb',
    (res) =>
      res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * mebibyte))),
  ],
  ['nests without end', text(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['lists a million campaigns', text(`[${'{},'.repeat(1_000_000)}{}]`)],
];

/** Members of a campaign, each of which is wrong. @see docs/peers.md §6 */
const wrongMembers: readonly object[] = [
  ...[undefined, 7, 'x', '4b6e0000-0000-4000-8000-000000000001', 'a'.repeat(30)].map((id) => ({
    id,
  })),
  ...[undefined, null, '', 'javascript:alert(1)', `https://a.example/${'a'.repeat(mebibyte)}`].map(
    (url) => ({ landing_url: url }),
  ),
  ...['date_start', 'created_at', 'updated_at'].flatMap((name) =>
    [undefined, null, 7, '2026-01-01', '2026-01-01T00:00:00.5Z', '2039-01-01T00:00:00Z'].map(
      (time) => ({ [name]: time }),
    ),
  ),
  ...[undefined, 'never', '2026-01-01T00:00:00+00:00'].map((time) => ({ date_end: time })),
  ...['max_cpm', 'max_cpc'].flatMap((name) =>
    [undefined, -1, 0.5, '5', 2 ** 63, 1e300, []].map((price) => ({ [name]: price })),
  ),
  ...[undefined, null, 0, -1, '5', 2 ** 63].map((budget) => ({ budget })),
  ...['targeting_requires', 'targeting_excludes'].flatMap((name) =>
    [undefined, null, 'all', { site: 7 }, { site: { domain: 'a' } }, { site: { domain: [7] } }].map(
      (targeting) => ({ [name]: targeting }),
    ),
  ),
  { targeting_requires: { moon: { phase: ['full'] } } },
  { targeting_requires: { site: { domain: ['x'.repeat(mebibyte)] } } },
  { targeting_requires: { site: { ['x'.repeat(mebibyte)]: ['a'] } } },
  { medium: 'radio' },
  { medium: 'web', vendor: 'decentraland' },
  { vendor: 7 },
  ...[undefined, null, {}, [], [7], [null]].map((banners) => ({ banners })),
];

/** Members of a creative, each of which is wrong. */
const wrongCreative: readonly object[] = [
  ...[undefined, 7, 'x'].map((id) => ({ id })),
  ...[undefined, 'sound', 'html'].map((type) => ({ type })),
  ...[undefined, null, 7, 'x', `image/${'a'.repeat(mebibyte)}`].map((mime) => ({ mime })),
  ...[undefined, 7, '', '1'.repeat(17), '300"x250'].map((size) => ({ size })),
  ...[undefined, null, 'g'.repeat(40), 'abc'].map((checksum) => ({ checksum })),
  ...['serve_url', 'view_url', 'click_url'].flatMap((name) =>
    [
      ...[undefined, null, '/relative', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc'],
      ...['https://user:word@peer.example/', 'https://10.0.0.1/', 'https://169.254.169.254/x'],
      `https://a.example/${'a'.repeat(mebibyte)}`,
    ].map((url) => ({ [name]: url })),
  ),
];

/** Everything that is wrong with a campaign or a creative, each of which stands alone; the liar's true campaign is in the middle. */
export function everythingWrong(liar: StandIn): readonly unknown[] {
  const campaigns = wrongMembers.map((wrong) =>
    aListedCampaign({ id: anId(), targeting_requires: [], ...wrong }, [liar.creative()]),
  );
  const creatives = wrongCreative.map((wrong) =>
    aListedCampaign({ id: anId(), targeting_requires: [] }, [liar.creative(wrong)]),
  );
  return [7, null, [], 'x', ...campaigns, liar.campaign, liar.campaign, ...creatives];
}

type Lines = NonNullable<StandIn['tells']['lines']>;
const page =
  (lines: readonly unknown[]): Lines =>
  ({ offset, limit }) =>
    lines.slice(offset, offset + limit);

interface Cases {
  readonly own: string;
  readonly good: string;
  readonly liar: string;
}

/** Lies about what a payment of 10^8 is for. @returns lines, and the values that count */
export const liesAboutMoney: readonly (readonly [
  string,
  (of: Cases) => { lines: Lines; counted: readonly number[] },
])[] = [
  [
    'names cases of ours, of the honest server and of nobody',
    ({ own, good, liar }) => ({
      lines: page([own, good, anId(), liar].map((id) => lineOf(id, 1_000_003))),
      counted: [1_000_003],
    }),
  ],
  [
    'names one case twice',
    ({ liar }) => ({
      lines: page([lineOf(liar, 500), lineOf(liar, 700)]),
      counted: [500, 700],
    }),
  ],
  [
    'names values that are none',
    ({ liar, good }) => ({
      lines: page([
        ...[-100, '100', 1.5, null, 1e300].map((value) => ({ case_id: liar, event_value: value })),
        ...[null, 7, [], { case_id: liar }, { event_value: 5 }, { case_id: {}, event_value: 5 }],
        lineOf(good, -1_000_000),
        lineOf(liar, 300),
      ]),
      counted: [300],
    }),
  ],
  [
    'names more than it has paid',
    ({ liar }) => ({
      lines: page([lineOf(liar, 90_000_000), lineOf(liar, 90_000_000)]),
      counted: [90_000_000, 10_000_000],
    }),
  ],
  ['names less than it has paid', ({ liar }) => ({ lines: page([lineOf(liar, 1)]), counted: [1] })],
  [
    'never comes to an end',
    ({ liar }) => ({
      lines: ({ limit }) => Array.from({ length: limit }, () => lineOf(liar, 10_000)),
      counted: Array.from({ length: 10_000 }, () => 10_000),
    }),
  ],
];
