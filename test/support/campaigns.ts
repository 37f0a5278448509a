import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { deflateSync, crc32 } from 'node:zlib';
import { parseAmount } from '../../src/amount';
import { type Campaign, campaignResource } from '../../src/demand/campaigns/campaign.resource';
import {
  createCampaign,
  type CreateCampaignParams,
} from '../../src/demand/campaigns/campaign-creation.service';
import { updateCampaign } from '../../src/demand/campaigns/campaign.service';
import { CreateCampaignInput } from '../../src/demand/campaigns/campaign.type';
import { invalid } from '../../src/errors';
import { exampleTermsOf } from '../../src/platform/resources/resource';
import { Problems } from '../../src/validation';
import type { ServiceContext } from '../../src/api/context';
import type { Creative } from '../../src/demand/creatives/creative.resource';
import { createCreative } from '../../src/demand/creatives/creative.service';
import { noTargeting } from '../../src/demand/taxonomy/taxonomy';

export const usd = (text: string): bigint => parseAmount(text)!;

/** Complete, valid parameters of a campaign that has begun and does not end. */
export function aCampaign(changes: Partial<CreateCampaignParams> = {}): CreateCampaignParams {
  return {
    ...exampleTermsOf(campaignResource),
    advertiserId: 'ad'.repeat(16),
    name: 'Spring',
    landingUrl: 'https://shop.example/landing',
    hourlyBudget: usd('5'),
    maxCpm: usd('2'),
    targeting: noTargeting,
    ...changes,
  };
}

/** Reads a campaign as an advertiser's request would be, and stores it. */
export function addCampaign(
  ctx: ServiceContext,
  changes: Readonly<Record<string, unknown>>,
): Promise<Campaign> {
  const { advertiserId, ...terms } = aCampaign({ status: 'draft' });
  const input = CreateCampaignInput.parse({ ...terms, ...changes }, ctx);
  if (input instanceof Problems) return Promise.reject(invalid(input.details));
  return createCampaign(ctx, { ...input, advertiserId });
}

/**
 * Makes an active campaign with one image creative of each size, a PNG unless its content is given, and waits until the gateway serves it. Its budget does
 * for any number of finds at any minute of the hour.
 */
export async function createActiveCampaign(
  ctx: ServiceContext,
  options: {
    readonly campaign?: Partial<CreateCampaignParams>;
    readonly sizes?: readonly string[];
    readonly contentOf?: (size: string) => Buffer | Promise<Buffer>;
  } = {},
): Promise<{ readonly campaign: Campaign; readonly creatives: readonly Creative[] }> {
  const lasting = { hourlyBudget: usd('100000'), pacing: 'asap' } as const;
  const draft = await createCampaign(ctx, aCampaign({ ...lasting, ...options.campaign }));
  const creatives: Creative[] = [];
  for (const size of options.sizes ?? ['300x250'])
    creatives.push(
      await createCreative(ctx, {
        advertiserId: draft.advertiserId,
        campaignId: draft.id,
        name: `Banner ${size}`,
        type: 'image',
        content: await (options.contentOf ?? aPng)(size),
      }),
    );
  const { advertiserId, id } = draft;
  const campaign = await updateCampaign(ctx, { advertiserId, id, changes: { status: 'active' } });
  const ids = creatives.map((creative) => creative.id);
  await ctx.inventory.refresh({ campaignIds: [id], creativeIds: ids });
  return { campaign, creatives };
}

/** A valid greyscale PNG of a size, different every time. */
export function aPng(size: string): Buffer {
  const [width = 1, height = 1] = size.split('x').map(Number);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${randomBytes(8).toString('hex')}`)),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
