import { type AppError, invalid } from '../../errors';
import { uuidPattern } from '../../id';
import { isRecord } from '../../record';
import { fromContext, nameInContext, eachToLowerCase } from './find-context';
import type { RestRequest, Route } from './route';
import { assertPresent } from '../../present';

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

/** `POST /find`: the earlier shape of a find, list in and list out. @see docs/interface.md "Supply endpoints", docs/contract.md §6 */
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
    variables: ({ body }) => ({ bidRequest: toBidRequest(toPage(body)) }),
    nameOf: nameOfMember,
    requires: ['0.zone_id'],
    takes: {
      body: { minItems: 1, maxItems: maxEntries },
      '0.zone_id': { type: 'string', pattern: uuidPattern },
      '0.format': { type: ['string', 'array', 'null'], minItems: 1, minLength: 1 },
    },
    crossOrigin: 'any',
    body: (pages: readonly BidsData[]) =>
      pages
        .flatMap(({ response }) => response.bids)
        .sort((one, other) => Number(one.impId) - Number(other.impId))
        .map(({ impId, ...bid }) => bid),
  },
];

/** @throws {AppError} `VALIDATION_FAILED` unless it is a list of 1 to {@link maxEntries}. */
function splitByContext(body: unknown): readonly Page[] {
  if (!Array.isArray(body)) throw badBody('must be a list');
  if (body.length < 1 || body.length > maxEntries)
    throw badBody(`must have 1 to ${maxEntries} entries, not ${body.length}`);
  const entries = body.map((entry: unknown, at) => ({ at, entry }));
  const contextOf = (entry: unknown) => (isRecord(entry) ? entry.context : undefined);
  // An entry that is not an object joins the first object, and is refused there.
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
  return invalid(details);
}

function toBidRequest({ context, entries }: Page): unknown {
  return {
    ...fromContext(context),
    imps: entries.map(({ at, entry }) => toImp(entry, at)),
  };
}

function toImp(entry: unknown, at: number): unknown {
  if (!isRecord(entry)) return entry;
  const { zone_id: placementId, format } = entry;
  // This form has no sizes to fall back on. So an absent or empty id is replaced by `false`, which is refused.
  return { id: String(at), placementId: placementId || false, ...toFormats(format) };
}

/** MIME types of the types of creatives: what a list that mixes both stands for. */
const mimesOfTypes: Readonly<Record<string, readonly string[]>> = {
  image: ['image/gif', 'image/jpeg', 'image/png', 'image/webp'],
  video: ['video/mp4'],
  html: ['text/html'],
  direct: ['text/plain'],
  model: ['model/gltf-binary', 'model/voxel'],
};

/** A format is a creative type, a MIME type, or a list of them: whatever is any of them will do. */
function toFormats(format: unknown): Readonly<Record<string, unknown>> {
  if (format === undefined || format === null) return {};
  const formats = eachToLowerCase(typeof format === 'string' ? [format] : format);
  if (!Array.isArray(formats)) return { types: formats };
  const isMime = (item: unknown) => typeof item === 'string' && item.includes('/');
  const mimes: readonly unknown[] = formats.filter(isMime);
  if (mimes.length === 0) return { types: formats };
  const types: readonly unknown[] = formats.filter((item) => !isMime(item));
  // An unknown type is passed on, and the schema refuses it.
  const ofTypes = types.flatMap((type): readonly unknown[] => mimesOfTypes[String(type)] ?? [type]);
  return { mimes: [...new Set([...mimes, ...ofTypes])] };
}

/** The body that this record gets is what `splitByContext` returned. */
const toPage = (body: unknown): Page => body as Page;

/** A bad member of a shared context is named as the first entry's. */
function nameOfMember(path: string, { body }: RestRequest): string {
  const { context, entries } = toPage(body);
  const member = path.replace(/^bidRequest\.?/, '');
  const [, position, inside = ''] = /^imps\.(\d+)(.*)$/.exec(member) ?? [];
  if (position !== undefined) {
    const name = inside
      .replace('placementId', 'zone_id')
      .replace(/(types|mimes)(\.\d+)?$/, 'format');
    const { at } = assertPresent(entries[Number(position)], 'each imp is of an entry');
    return `${at}${name}`;
  }
  const first = entries.find(({ entry }) => isRecord(entry)) ?? entries[0];
  const { at } = assertPresent(first, 'a part of a page has entries');
  return `${at}.${nameInContext(member, context) ?? member}`;
}
