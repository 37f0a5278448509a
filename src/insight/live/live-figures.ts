import type { Resumable } from '../../platform/graphql/resumable';
import type { Side } from '../statistics/questions/dimensions';
import type { FoundFigures } from '../statistics/questions/owned-figures.service';

/** The campaign or site whose figures are followed. */
export interface FiguresSubject {
  readonly side: Exclude<Side, 'operator'>;
  readonly accountId: string;
  /** The id of the advertiser's campaign, or of the publisher's site. */
  readonly id: string;
  readonly from: Date;
}

/** Figures up to now. */
export interface LiveFigures extends Resumable, FoundFigures {
  readonly side: FiguresSubject['side'];
  readonly from: Date;
  readonly at: Date;
}
