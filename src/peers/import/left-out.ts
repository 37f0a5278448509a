/** Why a campaign or a creative of a peer’s list is not taken. @see docs/peers.md §6 */
export const leftOutReasons = [
  'no_object',
  'too_large',
  'id',
  'duplicate_id',
  'landing_url',
  'dates',
  'medium',
  'price',
  'budget',
  'targeting',
  'no_creatives',
  'ads_txt_required',
  'too_many',
  'no_room',
  'type',
  'type_not_taken',
  'mime',
  'size',
  'checksum',
  'urls',
  'not_classified',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Ends the reading of one campaign or creative; the others of the list are read all the same. */
export class LeftOut extends Error {
  constructor(readonly reason: LeftOutReason) {
    super(reason);
  }
}

/** Campaigns and creatives of one list that are not taken, by why. */
export type LeftOutCounts = Readonly<Partial<Record<LeftOutReason, number>>>;
