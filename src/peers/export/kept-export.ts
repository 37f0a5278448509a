import { toCampaignJson, type WireOrigins } from './campaign-wire';
import type { ExportableCampaign } from './exportable-campaign';
import { inTurns } from '../../platform/process/in-turns';

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

export const emptyList = Buffer.from('[]');

interface Item {
  readonly text: string;
  readonly excludedPeers: readonly string[];
}

/** A campaign that some servers are not told: its bytes, with the sign before it. */
interface ExcludingItem {
  readonly from: number;
  readonly to: number;
  readonly excludedPeers: readonly string[];
}

interface Kept {
  readonly bytes: Buffer;
  /** In their order. */
  readonly excluding: readonly ExcludingItem[];
  readonly madeAt: number;
}

/** The list of our campaigns as other servers read it, kept as the bytes that are sent. */
export class KeptExport {
  #kept: Kept | null = null;
  #making: Promise<Kept> | null = null;

  constructor(private readonly options: KeptExportOptions) {}

  /**
   * The list as JSON, at most 30 seconds old, without the campaigns that exclude the server. Whoever asks while it is made gets
   * what comes of that.
   */
  async readFor(address: string): Promise<Buffer> {
    const { bytes, excluding } = await this.#read();
    const hidden = excluding.filter(({ excludedPeers }) => excludedPeers.includes(address));
    return hidden.length === 0 ? bytes : without(bytes, hidden);
  }

  #read(): Promise<Kept> {
    const { now } = this.options;
    const kept = this.#kept;
    if (kept && Math.abs(now().getTime() - kept.madeAt) < goodForMs) return Promise.resolve(kept);
    this.#making ??= this.#make().finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  async #make(): Promise<Kept> {
    const { list, origins, now } = this.options;
    const madeAt = now().getTime();
    const items: Item[] = [];
    for await (const some of inTurns(await list(), campaignsPerTurn))
      for (const exportable of some) {
        const text = toCampaignJson(exportable, origins);
        const { excludedPeers } = exportable.campaign;
        if (text !== null) items.push({ text, excludedPeers });
      }
    const bytes = Buffer.from(`[${items.map(({ text }) => text).join(',')}]`);
    this.#kept = { bytes, excluding: excludingOf(items), madeAt };
    return this.#kept;
  }
}

/** Finds the bytes of campaigns that exclude servers. */
function excludingOf(items: readonly Item[]): readonly ExcludingItem[] {
  const last = items.findLastIndex(({ excludedPeers }) => excludedPeers.length > 0);
  const excluding: ExcludingItem[] = [];
  let from = 0;
  for (const { text, excludedPeers } of items.slice(0, last + 1)) {
    const to = from + 1 + Buffer.byteLength(text);
    if (excludedPeers.length > 0) excluding.push({ from, to, excludedPeers });
    from = to;
  }
  return excluding;
}

/** Leaves campaigns out of a list. The first one that stays has the bracket before it, as the first of all had. */
function without(bytes: Buffer, hidden: readonly ExcludingItem[]): Buffer {
  const stays: Buffer[] = [];
  let start = 0;
  for (const { from, to } of hidden) {
    stays.push(bytes.subarray(start, from));
    start = to;
  }
  const rest = Buffer.concat([...stays, bytes.subarray(start)]);
  if (rest.length === 1) return emptyList;
  rest.write('[');
  return rest;
}
