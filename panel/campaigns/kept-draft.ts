import { type CampaignValues, emptyCampaign } from './campaign-form';

const keyOf = (accountId: string) => `adgate-new-campaign-${accountId}`;

/** What was typed of a new campaign before the page was left, in this browser; an empty one without any. */
export function readDraft(accountId: string): CampaignValues {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '{}');
    // Written by `keepDraft`; what an older page has left out is empty.
    return { ...emptyCampaign, ...(kept as Partial<CampaignValues>) };
  } catch {
    return emptyCampaign;
  }
}

/** Null: nothing is kept any more. Browsers may refuse to keep anything: then it is not. */
export function keepDraft(accountId: string, values: CampaignValues | null): void {
  try {
    if (values) localStorage.setItem(keyOf(accountId), JSON.stringify(values));
    else localStorage.removeItem(keyOf(accountId));
  } catch {
    return;
  }
}
