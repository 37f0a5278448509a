import { createAccount } from '../identity/accounts/account.service';
import { createLogInLink } from '../identity/accounts/log-in-link.service';
import { setPayoutAddressFor } from '../identity/accounts/payout-address.service';
import type { Role } from '../identity/accounts/account';
import { createCampaign } from '../demand/campaigns/campaign-creation.service';
import { updateCampaign } from '../demand/campaigns/campaign.service';
import type { ServiceContext } from '../api/context';
import { createCreative, type CreateCreativeParams } from '../demand/creatives/creative.service';
import { AppError } from '../errors';
import { toTargeting } from '../demand/taxonomy/taxonomy';
import { dayMs } from '../time';
import { isDuplicateKey } from '../validation';
import { type DemoCampaign, demoCampaigns } from './demo/campaigns';
import {
  createDemoSite,
  demoId,
  type DemoSiteName,
  findDemoSite,
  gazette,
} from '../insight/demo-page/demo-site';
import { drawAdvert, toPixels } from './demo/draw';
import { writeHtmlAdvert } from './demo/html-advert';

export interface DemoAccount {
  readonly role: Role;
  readonly email: string;
  /** Stored nowhere but as a hash: whoever starts the server sees it once. */
  readonly password: string;
}

export interface DemoOptions {
  readonly campaigns?: readonly DemoCampaign[];
  readonly site?: DemoSiteName;
  /** Where the publisher is paid, `<network>:<address>`; null: nowhere. */
  readonly payoutAddress?: string | null;
}

export interface DemoData {
  /** Accounts that this call made. */
  readonly accounts: readonly DemoAccount[];
}

/**
 * Fills an empty database with accounts, campaigns with creatives, and a site with placements.
 *
 * Every part has an id of its own that is the same everywhere, and accounts come last, the operator at the very
 * end: racing starts make each part once, and a start that was cut short is completed by the next one.
 * Where the demo stands already, its landing URLs follow the server to a new origin. This process serves it when the
 * promise resolves.
 *
 * @returns null when nothing had to be made.
 */
export async function createDemoData(
  ctx: ServiceContext,
  { campaigns = demoCampaigns, site = gazette, payoutAddress = null }: DemoOptions = {},
): Promise<DemoData | null> {
  const demo = await createMissing(ctx, { campaigns, site, payoutAddress });
  const campaignIds = campaigns.map(({ slug }) => demoId(`campaign ${slug}`));
  await ctx.inventory.refresh({ campaignIds, creativeIds: [] });
  // Now the market has prices: a campaign without one that is made at once begins at their average.
  if (demo) await ctx.inventory.rerank();
  return demo;
}

/** Says that `/demo` has a site to show and creatives to show on it. */
export async function isDemoServed(ctx: ServiceContext): Promise<boolean> {
  if (!ctx.config.hasDemo || !(await findDemoSite(ctx))) return false;
  const campaignIds = demoCampaigns.map(({ slug }) => demoId(`campaign ${slug}`));
  const creatives = await ctx.creatives.listActiveByCampaigns(campaignIds);
  return creatives.some(({ id }) => ctx.inventory.find(id) !== null);
}

/** A link that opens the panel as the demo's advertiser, once; null where there is none that can log in. */
export async function createDemoLink(ctx: ServiceContext): Promise<string | null> {
  const advertiser = await ctx.accounts.findById(demoId('advertiser'));
  return advertiser?.hasPassword === true && advertiser.suspendedReason === null
    ? createLogInLink(ctx, advertiser.id)
    : null;
}

async function createMissing(
  ctx: ServiceContext,
  { campaigns, site, payoutAddress }: Required<DemoOptions>,
): Promise<DemoData | null> {
  if (await ctx.accounts.findById(demoId('operator'))) {
    await moveLandingUrls(ctx, campaigns);
    if (payoutAddress !== null) await payPublisher(ctx, payoutAddress);
    return null;
  }
  // In this order: a start that sees what a racing one has made sees its site, too.
  const isEmpty = await isDatabaseEmpty(ctx);
  const hasBegun = (await ctx.sites.findById(demoId('site'))) !== null;
  if (!isEmpty && !hasBegun) return null;
  await createDemoSite(ctx, site);
  for (const campaign of campaigns) await createDemoCampaign(ctx, campaign);
  const accounts: DemoAccount[] = [];
  for (const role of ['advertiser', 'publisher', 'operator'] as const) {
    const account = await createDemoAccount(ctx, {
      role,
      payoutAddress: role === 'publisher' ? payoutAddress : null,
    });
    if (account) accounts.push(account);
  }
  return { accounts };
}

/** The demo of an earlier version has a publisher without an address; one that has one keeps it. */
async function payPublisher(ctx: ServiceContext, address: string): Promise<void> {
  const accountId = demoId('publisher');
  const publisher = await ctx.accounts.findById(accountId);
  if (publisher?.payoutAddress === null) await setPayoutAddressFor(ctx, { accountId, address });
}

async function isDatabaseEmpty({ accounts, campaigns, sites }: ServiceContext): Promise<boolean> {
  const areEmpty = await Promise.all([accounts, campaigns, sites].map((store) => store.isEmpty()));
  return areEmpty.every(Boolean);
}

async function createDemoAccount(
  ctx: ServiceContext,
  { role, payoutAddress }: { readonly role: Role; readonly payoutAddress: string | null },
): Promise<DemoAccount | null> {
  const email = `${role}@adgate.example`;
  const password = ctx.randomBytes(12).toString('base64url');
  const account = { id: demoId(role), email, password, roles: [role], payoutAddress };
  const created = await unlessMade(createAccount(ctx, account));
  return created && { role, email, password };
}

/** Active only when all its creatives are there. */
async function createDemoCampaign(ctx: ServiceContext, campaign: DemoCampaign): Promise<void> {
  const { slug, advert, imageSizes, htmlSizes } = campaign;
  const id = demoId(`campaign ${slug}`);
  const advertiserId = demoId('advertiser');
  const add = (size: string, content: Pick<CreateCreativeParams, 'type' | 'content' | 'scope'>) =>
    unlessMade(
      createCreative(ctx, {
        id: demoId(`creative ${slug} ${content.type} ${size}`),
        advertiserId,
        campaignId: id,
        name: `${advert.name} ${size}`,
        ...content,
      }),
    );
  await unlessMade(createCampaign(ctx, paramsOf(ctx, campaign)));
  for (const [size, content] of await drawAdvert(advert, imageSizes))
    await add(size, { type: 'image', content });
  for (const size of htmlSizes) {
    const { width, height } = toPixels(size);
    const content = writeHtmlAdvert(advert, width, height);
    await add(size, { type: 'html', content, scope: size });
  }
  await updateCampaign(ctx, { advertiserId, id, changes: { status: 'active' } });
}

function paramsOf(ctx: ServiceContext, campaign: DemoCampaign) {
  const { slug, advert, medium, hourlyBudget, maxCpm, maxCpc, targeting } = campaign;
  const { startsAfterDays, endsAfterDays } = campaign;
  const afterDays = (days: number) => new Date(ctx.now().getTime() + days * dayMs);
  return {
    id: demoId(`campaign ${slug}`),
    advertiserId: demoId('advertiser'),
    name: advert.name,
    landingUrl: landingUrlOf(ctx, slug),
    medium,
    vendor: null,
    hourlyBudget,
    maxCpm,
    maxCpc,
    startsAt: afterDays(startsAfterDays),
    endsAt: endsAfterDays === null ? null : afterDays(endsAfterDays),
    targeting: toTargeting(targeting),
  };
}

/** The advertisers' pages are ours too, so that a click arrives somewhere without a network. */
function landingUrlOf({ publicUrl }: ServiceContext, slug: string): string {
  return `${publicUrl}/demo/landing.html?campaign=${slug}&case={cid}&site={sid}`;
}

/** The origin changes with the port; a landing URL that somebody has edited stays as it is. */
async function moveLandingUrls(
  ctx: ServiceContext,
  campaigns: readonly DemoCampaign[],
): Promise<void> {
  for (const { slug } of campaigns) {
    const campaign = await ctx.campaigns.findById(demoId(`campaign ${slug}`));
    const landingUrl = landingUrlOf(ctx, slug);
    const path = landingUrl.slice(ctx.publicUrl.length);
    if (campaign?.landingUrl.endsWith(path) === true && campaign.landingUrl !== landingUrl)
      await ctx.campaigns.update(campaign, { landingUrl });
  }
}

/** Null when another start has made it before. */
async function unlessMade<Part>(making: Promise<Part>): Promise<Part | null> {
  try {
    return await making;
  } catch (error) {
    if (isDuplicateKey(error) || (error instanceof AppError && error.code === 'CONFLICT'))
      return null;
    throw error;
  }
}
