import { dayMs, minuteMs } from '../../time';
import type { KnownPlacement } from '../serving/known-supply';
import type { SupplyDirectory } from '../serving/supply-directory';
import type { FindSampleStore } from './find-sample.store';
import {
  keptDays,
  type SampledFind,
  type SampledHour,
  type SampledPlacement,
} from './sampled-find';
import { chunksOf } from '../../non-empty';

/** A find of the last days on a placement that is there today. */
export interface RecentFind {
  readonly find: SampledFind;
  readonly known: KnownPlacement;
  /** So many finds it stands for. */
  readonly weight: number;
  /** The placements of the whole find that are there today; null: this one alone. */
  readonly page: RecentPage | null;
}

/** A placement of a find, as it is there today. */
export interface RecentPlacement extends SampledPlacement {
  readonly known: KnownPlacement;
}

/** As `SampledPage`. */
export interface RecentPage {
  readonly position: number;
  readonly placements: readonly RecentPlacement[];
}

export interface RecentHour {
  /** Its begin, in Unix milliseconds. */
  readonly at: number;
  readonly finds: readonly RecentFind[];
}

/** The finds that a forecast is made of. */
export interface RecentSample {
  /** The first find of the time that they stand for; null: there are none. */
  readonly since: Date | null;
  /** The oldest first. */
  readonly hours: readonly RecentHour[];
}

interface RecentFindsOptions {
  readonly findSamples: Pick<FindSampleStore, 'listFrom'>;
  readonly supplyDirectory: Pick<SupplyDirectory, 'findPlacement' | 'loadPlacements'>;
  readonly now: () => Date;
}

/** A few thousand tell a share of a twentieth to a fifth of it, and are replayed in a fraction of a second. */
const mostFinds = 3_000;
const keptForMs = minuteMs;
const readTogether = 500;

/** The sample of the last 7 days, read once a minute at most. */
export class RecentFinds {
  private kept: { readonly at: number; readonly hours: readonly SampledHour[] } | null = null;

  constructor(private readonly options: RecentFindsOptions) {}

  /** Finds of placements that take ads today. */
  async read(): Promise<RecentSample> {
    const hours = await this.readHours();
    await this.loadPlacements(hours);
    const byHour = Map.groupBy(hours, ({ hour }) => hour.getTime());
    const first = Math.min(...hours.map(({ since }) => since.getTime()));
    return {
      since: hours.length === 0 ? null : new Date(first),
      hours: [...byHour]
        .toSorted(([one], [other]) => one - other)
        .map(([at, some]) => ({ at, finds: some.flatMap((hour) => this.findsOf(hour)) })),
    };
  }

  private async readHours(): Promise<readonly SampledHour[]> {
    const at = this.options.now().getTime();
    if (this.kept === null || at - this.kept.at >= keptForMs) {
      const found = await this.options.findSamples.listFrom(new Date(at - keptDays * dayMs));
      const most = Math.max(1, Math.floor(mostFinds / Math.max(1, found.length)));
      const hours = found.map(({ kept, ...hour }) => ({ ...hour, kept: kept.slice(0, most) }));
      this.kept = { at, hours };
    }
    return this.kept.hours;
  }

  private async loadPlacements(hours: readonly SampledHour[]): Promise<void> {
    const { supplyDirectory } = this.options;
    const finds = hours.flatMap(({ kept }) => kept);
    const placements = finds.flatMap((find) => [find, ...(find.page?.placements ?? [])]);
    const ids = new Set(placements.map(({ placementId }) => placementId));
    const missing = [...ids].filter((id) => supplyDirectory.findPlacement(id) === undefined);
    for (const some of chunksOf(missing, readTogether)) await supplyDirectory.loadPlacements(some);
  }

  private findsOf({ kept, finds }: SampledHour): readonly RecentFind[] {
    const weight = finds / kept.length;
    return kept.flatMap((find) => {
      const known = this.findOpen(find);
      return known ? [{ find, known, weight, page: this.pageOf(find) }] : [];
    });
  }

  private pageOf({ page }: SampledFind): RecentPage | null {
    if (!page) return null;
    const own = page.placements[page.position];
    const placements = page.placements.flatMap((one) => {
      const known = this.findOpen(one);
      return known ? [{ ...one, known, isOwn: one === own }] : [];
    });
    return { position: placements.findIndex(({ isOwn }) => isOwn), placements };
  }

  /** null: no ads are to be shown there today. */
  private findOpen({ placementId }: SampledPlacement): KnownPlacement | null {
    const known = this.options.supplyDirectory.findPlacement(placementId);
    return known && takesAds(known) ? known : null;
  }
}

function takesAds({ placement, site: { site, publisher } }: KnownPlacement): boolean {
  const isSuspended = publisher !== null && publisher.suspendedReason !== null;
  return placement.status === 'active' && site.status === 'active' && !isSuspended;
}
