import type { HourFigures, TrafficFigures } from './hour-figures';

/** The traffic of a site in the days before. */
export interface PastTraffic extends TrafficFigures {
  /** Hours with accepted views. */
  readonly hours: number;
  /** The most accepted views of one of them. */
  readonly mostViews: number;
}

interface OddShape {
  /** For the operator. */
  readonly description: string;
  readonly isOdd: (hour: HourFigures, past: PastTraffic) => boolean;
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** So much tells of a site's usual traffic. */
const isKnown = ({ hours, validViews }: PastTraffic): boolean => hours >= 12 && validViews >= 500;

/**
 * Shapes of an hour that honest traffic seldom has. They refuse nothing: somebody looks.
 *
 * @see docs/verification.md "Odd hours"
 */
export const oddShapes = {
  burst: {
    description: 'over 4 times the accepted views of the fullest hour of the 7 days before',
    isOdd: ({ validViews }, past) =>
      isKnown(past) && validViews >= 200 && validViews > 4 * past.mostViews,
  },
  clicks: {
    description: 'over 3 times as many clicks for a view as before, or over 5% on a new site',
    isOdd: ({ validViews, validClicks }, past) => {
      const rate = share(validClicks, validViews);
      if (validClicks < 20 || rate <= 0.02) return false;
      return isKnown(past) ? rate > 3 * share(past.validClicks, past.validViews) : rate > 0.05;
    },
  },
  unmeasured: {
    description: 'under half of the measured views that the site usually has',
    isOdd: ({ validViews, measuredViews }, past) => {
      const usual = share(past.measuredViews, past.validViews);
      if (!isKnown(past) || validViews < 200 || usual < 0.5) return false;
      return share(measuredViews, validViews) < usual / 2;
    },
  },
  refused: {
    description: 'over 40% of the views were refused as no people’s',
    isOdd: ({ views, invalidViews }) => views >= 200 && share(invalidViews, views) > 0.4,
  },
  sudden: {
    description: 'over 90% of the accepted views came within a quarter of the hour',
    isOdd: ({ validViews, mostInQuarter }) =>
      validViews >= 400 && share(mostInQuarter, validViews) > 0.9,
  },
} as const satisfies Readonly<Record<string, OddShape>>;

export type OddShapeName = keyof typeof oddShapes;
