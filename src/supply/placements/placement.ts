import type { Amount } from '../../amount';

export const placementStatuses = ['draft', 'active', 'archived'] as const;
export type PlacementStatus = (typeof placementStatuses)[number];

/** Statuses that a publisher sets; archiving is a step of its own. */
export const settablePlacementStatuses = ['draft', 'active'] as const;

/** Widest and highest box, in pixels, that a placement can have. */
export const maxPlacementSize = 16_384;

/** Scopes of placements that are no boxes but windows. */
export const popScopes = ['pop-up', 'pop-under'] as const;
export type PopScope = (typeof popScopes)[number];

/** Members of a placement that its publisher sets and may change. */
export interface PlacementTerms {
  /** 1 to 255 characters, unique among those of its size on its site. */
  readonly name: string;
  readonly status: PlacementStatus;
  /** USD per thousand impressions that a creative must bring; null: anything. */
  readonly minimumRpm: Amount | null;
}

export interface Placement extends PlacementTerms {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly siteId: string;
  readonly publisherId: string;
  /** Pixels of the box; 0 where there is none. */
  readonly width: number;
  readonly height: number;
  /** 0 for a flat placement; above it the placement takes models. */
  readonly depth: number;
  /** The kind of window that it opens; null for a box. */
  readonly popScope: PopScope | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Tells boxes apart: no two have all of it in common. */
export type PlacementKey = Pick<Placement, 'siteId' | 'width' | 'height' | 'depth' | 'name'>;
