import type { Campaign } from '../campaigns/campaign.resource';
import type { TaxonomyContext } from './taxonomy.context';
import type { CreativeForSale } from '../creatives/creative.resource';
import { AppError, invalid } from '../../errors';
import { defaultTaxonomyText } from './default-taxonomy';
import type { Taxonomy } from './media';
import { findFormats, findMedium, isKnownMedium, validateTargeting } from './taxonomy';
import { parseTaxonomyText } from './taxonomy-document';

/** Far above any list of countries, and far below what a document of the database holds. */
const maxTextLength = 1024 * 1024;
const maxReportedOrphans = 20;

/**
 * Finds the formats and targeting options for campaigns of a medium, and of a vendor in it.
 * @throws {AppError} `BAD_REQUEST` for a pair that is not known. @see docs/reference-clients.md §7.1
 */
export function getMediumForVendor(
  ctx: TaxonomyContext,
  { name, vendor }: { readonly name: string; readonly vendor: string | null },
) {
  const taxonomy = ctx.taxonomy.current;
  const medium = findMedium(taxonomy, name, null);
  const found = findMedium(taxonomy, name, vendor);
  if (!medium || !found)
    throw new AppError('BAD_REQUEST', 'the taxonomy has no such medium and vendor');
  const { formats, targeting } = found;
  const vendorLabel = vendor === null ? null : found.label;
  return { name, label: medium.label, vendor, vendorLabel, formats, targeting };
}

/** The document that is in force in this process, for who wants to change it. */
export function getTaxonomyDocument({ taxonomy }: Pick<TaxonomyContext, 'taxonomy'>) {
  const { name, version } = taxonomy.current;
  const { text } = taxonomy;
  return { name, version, isDefault: text === null, text: text ?? defaultTaxonomyText };
}

/** A campaign that runs, and what of it another taxonomy does not know. */
export interface OrphanedCampaign {
  readonly campaignId: string;
  readonly problem: string;
}

export interface ImportTaxonomyParams {
  /** The document as JSON, at most 1 Mi characters. */
  readonly text: string;
  /** True where the import may take away members that running campaigns use. */
  readonly isForced: boolean;
}

export interface ImportedTaxonomy {
  readonly taxonomy: Taxonomy;
  /** At most 20. */
  readonly orphans: readonly OrphanedCampaign[];
}

/**
 * Puts another taxonomy in force, within 2 seconds on every running gateway.
 *
 * @throws {AppError} `VALIDATION_FAILED` with the path of everything that is wrong with the document; `CONFLICT` when
 * campaigns that run use what it does not have, unless forced.
 */
export async function importTaxonomy(
  ctx: TaxonomyContext,
  { text, isForced }: ImportTaxonomyParams,
): Promise<ImportedTaxonomy> {
  if (text.length > maxTextLength) {
    const problem = `must have at most ${maxTextLength} characters`;
    throw invalid({ '': [problem] }, { message: `the document ${problem}` });
  }
  const taxonomy = parseTaxonomyText(text);
  const orphans = await listOrphans(ctx, taxonomy);
  if (orphans.length > 0 && !isForced) {
    const list = orphans.map(({ campaignId, problem }) => `${campaignId}: ${problem}`).join('; ');
    throw new AppError('CONFLICT', `campaigns that run would be orphaned: ${list}`);
  }
  await ctx.taxonomies.replaceText(text, ctx.now());
  return { taxonomy, orphans };
}

async function listOrphans(
  ctx: TaxonomyContext,
  taxonomy: Taxonomy,
): Promise<readonly OrphanedCampaign[]> {
  const now = ctx.now();
  const orphans = new Map<string, string>();
  const running = new Map<string, Campaign>();
  for await (const some of ctx.campaigns.streamActive())
    for (const campaign of some) {
      if (campaign.endsAt !== null && campaign.endsAt < now) continue;
      running.set(campaign.id, campaign);
      const problem = problemOfCampaign(taxonomy, campaign);
      if (problem !== null) orphans.set(campaign.id, problem);
      if (orphans.size >= maxReportedOrphans) return toList(orphans);
    }
  for await (const some of ctx.creatives.streamActive())
    for (const creative of some) {
      const campaign = running.get(creative.campaignId);
      if (!campaign || orphans.has(campaign.id)) continue;
      const problem = problemOfCreative(taxonomy, campaign, creative);
      if (problem !== null) orphans.set(campaign.id, problem);
      if (orphans.size >= maxReportedOrphans) return toList(orphans);
    }
  return toList(orphans);
}

function toList(orphans: ReadonlyMap<string, string>): readonly OrphanedCampaign[] {
  return [...orphans].map(([campaignId, problem]) => ({ campaignId, problem }));
}

function problemOfCampaign(taxonomy: Taxonomy, campaign: Campaign): string | null {
  const { medium, vendor } = campaign;
  if (!isKnownMedium(taxonomy, medium, vendor))
    return `no medium ${medium}${vendor === null ? '' : ` with vendor ${vendor}`}`;
  const [first] = Object.entries(validateTargeting(taxonomy, campaign, 'targeting'));
  return first ? `${first[0]} ${first[1].join(', ')}` : null;
}

/** A video may be near a scope, so its own need not be there. */
function problemOfCreative(
  taxonomy: Taxonomy,
  { medium, vendor }: Campaign,
  { type, mime, scope }: CreativeForSale,
): string | null {
  const formats = findFormats(taxonomy, medium, vendor) ?? [];
  const format = formats.find((offered) => offered.type === type);
  if (!format) return `no creatives of type ${type}`;
  if (!format.mimes.includes(mime)) return `no creatives of MIME type ${mime}`;
  return type === 'video' || format.scopes.includes(scope) ? null : `no ${type} of ${scope}`;
}
