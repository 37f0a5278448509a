import type { Amount } from '../../amount';

export const placementStatuses = ['draft', 'active', 'archived'] as const;
export type PlacementStatus = (typeof placementStatuses)[number];

/** Those that a publisher sets; archiving is a step of its own. */
export const settablePlacementStatuses = ['draft', 'active'] as const;

/** Widest and highest box, in pixels, that a placement can have. */
export const maxPlacementSize = 16_384;

/** Scopes of placements that are no boxes but windows. */
export const popScopes = ['pop-up', 'pop-under'] as const;
export type PopScope = (typeof popScopes)[number];

/** What a publisher says of a placement, and may change. */
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
  /** Which window it opens; null for a box. */
  readonly popScope: PopScope | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What no two boxes have in common. */
export type PlacementKey = Pick<Placement, 'siteId' | 'width' | 'height' | 'depth' | 'name'>;
