import type { Logger } from 'pino';
import { notFound } from '../../errors';
import type { OwnCampaign } from '../../demand/campaigns/campaign.service';
import type { CampaignServing } from '../serving/campaign-serving';
import type { FiguresSubject, LiveFigures } from './live-figures';
import { Watch, type WatchOptions } from './watch';

/** All that a process follows for its subscribers. */
export interface LiveWatches {
  readonly figures: Watch<FiguresSubject, LiveFigures>;
  readonly servings: Watch<OwnCampaign, CampaignServing>;
  close(): void;
}

/** How often is checked which servings time alone has changed. */
const lookEveryMs = 1_000;

export function createLiveWatches(parts: {
  readonly readFigures: WatchOptions<FiguresSubject, LiveFigures>['read'];
  readonly readServings: WatchOptions<OwnCampaign, CampaignServing>['read'];
  readonly now: () => Date;
  readonly log: Logger;
}): LiveWatches {
  const { now, log } = parts;
  const figures = new Watch<FiguresSubject, LiveFigures>({
    keyOf: ({ side, accountId, id, from }) => `${side} ${accountId} ${id} ${from.getTime()}`,
    idOf: ({ id }) => id,
    read: parts.readFigures,
    goneError: ({ id }) => notFound('campaign or site', id),
    log,
  });
  const servings = new Watch<OwnCampaign, CampaignServing>({
    keyOf: ({ advertiserId, id }) => `${advertiserId} ${id}`,
    idOf: ({ id }) => id,
    read: parts.readServings,
    goneError: ({ id }) => notFound('campaign', id),
    log,
  });
  const timer = setInterval(() => {
    const at = now();
    servings.touchWhere((_campaign, value) => value?.turnsAt != null && value.turnsAt <= at);
  }, lookEveryMs).unref();
  return {
    figures,
    servings,
    close() {
      clearInterval(timer);
      figures.close();
      servings.close();
    },
  };
}
