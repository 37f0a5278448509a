import { setImmediate as nextTurn } from 'node:timers/promises';
import { toCampaignJson, type WireOrigins } from './campaign-wire';
import type { ExportableCampaign } from './exportable-campaign';

export interface KeptExportOptions {
  /** Best first. */
  readonly list: () => Promise<readonly ExportableCampaign[]>;
  readonly origins: WireOrigins;
  readonly now: () => Date;
}

/** So long what was made is good. */
const goodForMs = 30_000;
/** Finds get their turn between so many campaigns. */
const campaignsPerTurn = 100;

/** The list of our campaigns as other servers read it, kept as the bytes that are sent. */
export class KeptExport {
  #kept: { readonly bytes: Buffer; readonly madeAt: number } | null = null;
  #making: Promise<Buffer> | null = null;

  constructor(private readonly options: KeptExportOptions) {}

  /** The list as JSON, at most 30 seconds old. Whoever asks while it is made gets what comes of that. */
  read(): Promise<Buffer> {
    const { now } = this.options;
    const kept = this.#kept;
    if (kept && Math.abs(now().getTime() - kept.madeAt) < goodForMs)
      return Promise.resolve(kept.bytes);
    this.#making ??= this.#make().finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  async #make(): Promise<Buffer> {
    const { list, origins, now } = this.options;
    const madeAt = now().getTime();
    const texts: string[] = [];
    for (const [at, campaign] of (await list()).entries()) {
      const text = toCampaignJson(campaign, origins);
      if (text !== null) texts.push(text);
      if (at % campaignsPerTurn === campaignsPerTurn - 1) await nextTurn();
    }
    const bytes = Buffer.from(`[${texts.join(',')}]`);
    this.#kept = { bytes, madeAt };
    return bytes;
  }
}
