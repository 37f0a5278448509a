import type { z } from 'zod';
import { type ErrorDetails, invalid } from '../../errors';
import { isRecord } from '../../record';
import { toHostPattern } from './host-form';
import type { Medium, Taxonomy, Vendor } from './media';
import type { TargetingDictionary } from './targeting-options';
import { applyPatches } from './taxonomy-patch';
import { documentSchema, formatsSchema, targetingSchema } from './taxonomy-schema';

const maxReportedProblems = 50;

type Frame = z.infer<typeof documentSchema>;
type VendorFrame = Frame['vendors'][number];

/**
 * Reads a taxonomy document: `meta`, `parameters` (dictionaries that several options share, `"items": "@name"`),
 * `media`, and `vendors` as patches on their medium.
 *
 * @throws {AppError} `VALIDATION_FAILED` with the path of everything that is wrong, at most 50.
 * @see docs/reference-clients.md §7
 */
export function parseTaxonomy(document: unknown): Taxonomy {
  const reader = createReader();
  const read = reader.read(documentSchema, document, []);
  const taxonomy = read && toTaxonomy(read, reader);
  if (!taxonomy || reader.hasProblems()) throw invalid(reader.details());
  return taxonomy;
}

/**
 * @throws {AppError} `VALIDATION_FAILED` for anything but JSON, and like `parseTaxonomy`.
 */
export function parseTaxonomyText(text: string): Taxonomy {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    // Where it repeats the document, it says the same again.
    const reason = (error instanceof Error ? error.message : '').replace(
      /, [^]*is not valid JSON$/,
      '',
    );
    const problem = `is not JSON: ${reason.slice(0, 200)}`;
    throw invalid({ '': [problem] }, { message: `the document ${problem}` });
  }
  return parseTaxonomy(document);
}

type Path = readonly (string | number)[];

/** Collects what is wrong, by path from the document's root. */
function createReader() {
  const details = new Map<string, string[]>();
  const report = (path: Path, message: string) => {
    const key = path.join('.');
    if (details.size >= maxReportedProblems && !details.has(key)) return;
    details.set(key, [...(details.get(key) ?? []), message]);
  };
  return {
    report,
    hasProblems: () => details.size > 0,
    details: (): ErrorDetails => Object.fromEntries(details),
    /** The value in the schema's type; null when something is wrong with it. */
    read<Schema extends z.ZodType>(
      schema: Schema,
      value: unknown,
      at: Path,
    ): z.infer<Schema> | null {
      const parsed = schema.safeParse(value);
      for (const { path, message } of parsed.error?.issues ?? [])
        report(
          [...at, ...path.map((step) => (typeof step === 'number' ? step : String(step)))],
          message,
        );
      return parsed.success ? parsed.data : null;
    },
  };
}

type Reader = ReturnType<typeof createReader>;

function toTaxonomy(read: Frame, reader: Reader): Taxonomy {
  const factsOf = (value: { formats: unknown; targeting: unknown }, path: Path) => {
    const known = new Map(Object.entries(read.parameters));
    const readFormats = reader.read(formatsSchema, value.formats, [...path, 'formats']);
    const substituted = substitute(value.targeting, known);
    const readTargeting = reader.read(targetingSchema, substituted, [...path, 'targeting']);
    return {
      formats: readFormats ?? [],
      targeting: readTargeting ?? { user: [], site: [], device: [] },
    };
  };
  const toVendor = (medium: Frame['media'][number], vendor: VendorFrame, at: number): Vendor => {
    const path = ['vendors', at];
    const patched = (part: 'formats' | 'targeting') =>
      applyPatches(medium[part], vendor[part], (patchAt) => {
        reader.report([...path, part, patchAt, 'path'], `leads nowhere in ${medium.name}`);
      });
    const facts = factsOf({ formats: patched('formats'), targeting: patched('targeting') }, path);
    return {
      name: vendor.name,
      label: vendor.label,
      ...facts,
      hostForm: toHostPattern(vendor.hosts),
    };
  };
  const vendors = [...read.vendors.entries()];
  const media = read.media.map(
    (medium, at): Medium => ({
      name: medium.name,
      label: medium.label,
      ...factsOf(medium, ['media', at]),
      vendors: reader.hasProblems()
        ? []
        : vendors
            .filter(([, vendor]) => vendor.medium === medium.name)
            .map(([vendorAt, vendor]) => toVendor(medium, vendor, vendorAt)),
    }),
  );
  reportVendors(read, reader);
  return { ...read.meta, media };
}

function reportVendors({ media, vendors }: Frame, { report }: Reader): void {
  const seen = new Set<string>();
  vendors.forEach(({ medium, name: vendorName }, at) => {
    if (!media.some((known) => known.name === medium))
      report(['vendors', at, 'medium'], 'is not one of the media');
    const key = `${medium} ${vendorName}`;
    if (seen.has(key)) report(['vendors', at, 'name'], `is there twice in ${medium}`);
    seen.add(key);
  });
}

/** Puts shared dictionaries in the place of their names; an unknown name stays, and is refused as no dictionary. */
function substitute(value: unknown, parameters: ReadonlyMap<string, TargetingDictionary>): unknown {
  if (Array.isArray(value)) return value.map((item) => substitute(item, parameters));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === 'items' && typeof member === 'string')
        return [key, parameters.get(member) ?? member];
      return [key, key === 'items' ? member : substitute(member, parameters)];
    }),
  );
}
