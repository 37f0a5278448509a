export const placementStatuses = ['draft', 'active', 'archived'] as const;
export type PlacementStatus = (typeof placementStatuses)[number];

/** Widest and highest box, in pixels, that a placement can have. */
export const maxPlacementSize = 16_384;

export interface Placement {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly siteId: string;
  readonly publisherId: string;
  readonly name: string;
  readonly status: PlacementStatus;
  /** Pixels of the box. */
  readonly width: number;
  readonly height: number;
  /** 0 for a flat placement; above it the placement takes models. */
  readonly depth: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What no two placements have in common. */
export type PlacementKey = Pick<Placement, 'siteId' | 'width' | 'height' | 'depth' | 'name'>;
