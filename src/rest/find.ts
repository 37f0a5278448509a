import { AppError } from '../errors';
import { isRecord, messageFor } from '../validation';
import { nameOfWallet } from './members';
import type { RestRequest, Route } from './route';

interface BidsData {
  readonly response: {
    readonly bids: readonly { readonly impId: string }[];
  };
}

/** As many as one bid request may have. */
const maxEntries = 64;

/** Entries of the list that have the same context: one bid request. */
interface Page {
  readonly context: unknown;
  readonly entries: readonly { readonly at: number; readonly entry: unknown }[];
}

/** `POST /find`: the earlier shape of a find, list in and list out. @see spec "Ad lifecycle", contract 6 */
export const findRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/find',
    operation: `mutation FindCreativesEarlier($bidRequest: BidRequestInput!) {
      response: requestBids(bidRequest: $bidRequest) {
        bids {
          impId
          id: creativeId publisher_id: publisherId zone_id: placementId pay_from: demandServer
          type size: scope serve_url: serveUrl creative_sha1: hash click_url: clickUrl
          view_url: impressionUrl rpm
        }
      }
    }`,
    split: splitByContext,
    variables: ({ body }) => ({ bidRequest: toBidRequest(body as Page) }),
    nameOf: nameOfMember,
    crossOrigin: 'any',
    body: (pages: readonly BidsData[]) =>
      pages
        .flatMap(({ response }) => response.bids)
        .sort((one, other) => Number(one.impId) - Number(other.impId))
        .map(({ impId, ...bid }) => bid),
  },
];

/** @throws {AppError} `VALIDATION_FAILED` for what is no list, an empty one or one that is too long. */
function splitByContext(body: unknown): readonly Page[] {
  if (!Array.isArray(body)) throw badBody('must be a list');
  if (body.length < 1 || body.length > maxEntries)
    throw badBody(`must have 1 to ${maxEntries} entries, not ${body.length}`);
  const entries = body.map((entry: unknown, at) => ({ at, entry }));
  const contextOf = (entry: unknown) => (isRecord(entry) ? entry.context : undefined);
  // An entry that is no object has no context: it is refused along with the first one that is.
  const first = contextOf(body.find(isRecord));
  const pages = Map.groupBy(entries, ({ entry }) =>
    JSON.stringify(isRecord(entry) ? entry.context : first),
  );
  return [...pages.values()].map((group) => ({
    context: contextOf(group.find(({ entry }) => isRecord(entry))?.entry),
    entries: group,
  }));
}

function badBody(problem: string): AppError {
  const details = { body: [problem] };
  return new AppError('VALIDATION_FAILED', messageFor(details), { details });
}

function toBidRequest({ context, entries }: Page): unknown {
  const { iid, url, publisher, medium, vendor, uid, ...rest } = isRecord(context) ? context : {};
  return {
    id: iid,
    site: isRecord(context) ? { url, publisher, medium, vendor } : context,
    user: { id: uid, hasWallet: rest.walletmask ?? rest.metamask },
    imps: entries.map(({ at, entry }) => toImp(entry, at)),
  };
}

function toImp(entry: unknown, at: number): unknown {
  if (!isRecord(entry)) return entry;
  const { zone_id: placementId, format } = entry;
  // Without an id there is no box to fall back on: an absent one is refused as an empty text is.
  return { id: String(at), placementId: placementId ?? '', ...toFormats(format) };
}

/** A format is a creative type, a MIME type, or a list of them. */
function toFormats(format: unknown): Readonly<Record<string, unknown>> {
  if (format === undefined || format === null) return {};
  const formats: unknown = typeof format === 'string' ? [format] : format;
  if (!Array.isArray(formats)) return { types: formats };
  const isMime = (item: unknown) => typeof item === 'string' && item.includes('/');
  const mimes = formats.filter(isMime);
  const types = formats.filter((item) => !isMime(item));
  return {
    ...((types.length > 0 || mimes.length === 0) && { types }),
    ...(mimes.length > 0 && { mimes }),
  };
}

const contextNames: Readonly<Record<string, string>> = {
  id: 'context.iid',
  site: 'context',
  'site.url': 'context.url',
  'site.publisher': 'context.publisher',
  'site.medium': 'context.medium',
  'site.vendor': 'context.vendor',
  'user.id': 'context.uid',
};

/** Of a context that several entries have, the first of them is named. */
function nameOfMember(path: string, { body }: RestRequest): string {
  const { context, entries } = body as Page;
  const member = path.replace(/^bidRequest\.?/, '');
  const [, position, inside = ''] = /^imps\.(\d+)(.*)$/.exec(member) ?? [];
  if (position !== undefined) {
    const name = inside
      .replace('placementId', 'zone_id')
      .replace(/(types|mimes)(\.\d+)?$/, 'format');
    return `${entries[Number(position)]!.at}${name}`;
  }
  const first = entries.find(({ entry }) => isRecord(entry)) ?? entries[0]!;
  const name =
    member === 'user.hasWallet' ? `context.${nameOfWallet(context)}` : contextNames[member];
  return `${first.at}.${name ?? member}`;
}
