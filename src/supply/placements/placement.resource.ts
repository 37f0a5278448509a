import { kind, type ValueOf } from '../../platform/resources/kinds';
import {
  type ChangesOf,
  defineResource,
  type DocumentOf,
  type ItemOf,
} from '../../platform/resources/resource';

/** Widest and highest box, in pixels, that a placement can have. */
export const maxPlacementSize = 16_384;

/** Scopes of placements that are no boxes but windows. */
export const popScopes = ['pop-up', 'pop-under'] as const;

const placementStatus = kind.enumOf({
  name: 'PlacementStatus',
  description: 'How far a placement is.',
  meanings: {
    draft: 'Not finished: shows no ads.',
    active: 'Shows ads.',
    archived: 'Ended: shows no ads any more.',
  },
});
export type PlacementStatus = ValueOf<typeof placementStatus>;

export const placementResource = defineResource({
  name: 'Placement',
  says: 'A box, or a window, of a site that shows one creative.',
  members: {
    id: {
      is: kind.idOf('a placement'),
      says: '32 lower-case hex digits: `placementId` of a find.',
    },
    siteId: { is: kind.idOf('a site'), says: 'The site that has the placement.' },
    publisherId: { is: kind.idOf('an account'), says: 'The owner of the site.', isHidden: true },
    name: {
      is: kind.textOfCharacters(255),
      set: 'always',
      says: 'For the publisher; unique among the site’s placements of its size.',
    },
    status: {
      is: placementStatus,
      set: 'always',
      absent: 'active',
      accepts: kind.without(placementStatus, 'archived'),
      says: 'Only active placements show ads.',
      asks: 'Not `archived`, which is a step of its own.',
    },
    width: { is: kind.integer, says: 'Pixels; 0 for a window.' },
    height: { is: kind.integer, says: 'Pixels; 0 for a window.' },
    depth: { is: kind.integer, says: '0; above it the placement takes three-dimensional models.' },
    popScope: {
      is: kind.orNull(kind.textOf(popScopes)),
      absent: null,
      says: '`pop-up` or `pop-under` for a window; null for a box.',
    },
    minimumRpm: {
      is: kind.orNull(kind.floor),
      set: 'always',
      absent: null,
      says: 'USD per thousand impressions that a creative must bring, 0 for anything; null: as the site says.',
    },
    createdAt: { is: kind.time, says: 'When it was made, by hand or by a find.' },
    updatedAt: { is: kind.time, says: 'When it was changed last.' },
  },
});

export interface Placement extends ItemOf<typeof placementResource> {}
export interface PlacementChanges extends ChangesOf<typeof placementResource> {}
export interface StoredPlacement extends DocumentOf<typeof placementResource> {}

/** Tells boxes apart: no two have all of it in common. */
export type PlacementKey = Pick<Placement, 'siteId' | 'width' | 'height' | 'depth' | 'name'>;
