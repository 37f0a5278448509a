import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { request, sendOnLeaving } from '../../graphql/request';
import { say } from '../../parts/status';
import { t } from '../../texts/texts';
import { deleteCampaignDocument } from '../campaign';
import { doWithEach, type Failure } from './do-with-each';
import type { ListedCampaign } from './listed-campaign';

/** Time to think better of it. */
export const deletionMs = 20_000;

type Campaigns = readonly ListedCampaign[];

/**
 * Deletes campaigns, but not at once: the server hears of it after a time, or when the page is left. Until then nothing
 * has happened, so it can be taken back whole.
 */
export function useDeletion(onFailures: (failures: readonly Failure[]) => void) {
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState<Campaigns>([]);
  const [leaving, setLeaving] = useState<Campaigns>([]);
  // As it is now, for who comes when nothing is drawn any more.
  const latest = useRef<Campaigns>(waiting);
  const wait = (campaigns: Campaigns) => {
    latest.current = campaigns;
    setWaiting(campaigns);
  };
  const commit = async () => {
    const all = latest.current;
    if (all.length === 0) return;
    wait([]);
    setLeaving(all);
    const failures = await doWithEach(all, {
      work: ({ id }) => request(deleteCampaignDocument, { id }),
      atOnce: 4,
      onDone: () => undefined,
    });
    const count = all.length - failures.length;
    if (count > 0) say(t('campaignList.areDeleted', { count }));
    onFailures(failures);
    await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    setLeaving([]);
  };
  useEffect(() => {
    if (waiting.length === 0) return undefined;
    const timer = setTimeout(() => void commit(), deletionMs);
    return () => {
      clearTimeout(timer);
    };
  }, [waiting]);
  useEffect(() => {
    const send = () => {
      for (const { id } of latest.current) sendOnLeaving(deleteCampaignDocument, { id });
      wait([]);
    };
    addEventListener('pagehide', send);
    return () => {
      removeEventListener('pagehide', send);
      void commit();
    };
  }, []);
  return {
    waiting,
    /** Campaigns that are no longer to be seen. */
    hidden: new Set([...waiting, ...leaving].map(({ id }) => id)),
    add: (campaigns: Campaigns) => {
      wait([...latest.current, ...campaigns]);
    },
    undo: () => {
      wait([]);
    },
    commit,
  };
}
