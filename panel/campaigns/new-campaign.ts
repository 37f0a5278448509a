import { entriesOf, linesOf } from '../form-lines';
import { fieldErrors, type FormProblems } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request, RequestError } from '../graphql/request';
import { sentence } from '../parts/problem';
import { t } from '../texts/texts';
import { type CampaignValues, type NewCreative, steps, toTerms, toTime } from './campaign-form';
import { problemOfTime, problemsOfBasics } from './check-basics';
import { unfinishedFiles } from './creatives-step';
import { toWeight } from './rotation';
import type { Uploads } from './use-uploads';

const validateDocument = graphql(`
  query ValidateCampaign($input: CreateCampaignInput!) {
    validateCampaign(input: $input)
  }
`);

export interface NewCampaignValues extends CampaignValues {
  /** When it was first asked for, and what that is called: tried again after an answer that was lost, it is one campaign. */
  readonly firstTry: { readonly reference: string; readonly at: string } | null;
}

/** A new campaign as the server takes it. @param now when one begins that begins at once */
export const toNewCampaign = (values: CampaignValues, status: 'active' | 'draft', now: string) => ({
  ...toTerms(values, now),
  medium: values.medium,
  vendor: values.vendor || null,
  status,
  creatives: values.creatives.map((creative) => ({
    ...toCreative(creative),
    ...(values.creativeRotation === 'weighted' && { weight: toWeight(creative.weight ?? '1') }),
  })),
});

const toCreative = ({ id, name, alt = '', startsAt = '', endsAt = '', ...lists }: NewCreative) => ({
  ...{ fileId: id, name, alt: alt.trim() || null },
  ...{ startsAt: toTime(startsAt), endsAt: toTime(endsAt) },
  frequencyCaps: entriesOf(lists.frequencyCaps ?? ''),
  impressionPixels: linesOf(lists.impressionPixels ?? ''),
});

/** Finds the mistakes in all steps before this one. The server tells them by the rules of a creation. */
export async function findProblems(
  values: NewCampaignValues,
  uploads: Uploads,
  step: number,
): Promise<FormProblems> {
  const known = { ...problemsOfBasics(values), ...problemsOfAdTimes(values) };
  const found = { ...(await askServer(values)), ...known };
  const unfinished = unfinishedFiles(uploads).map(({ file }) => file.name);
  const all =
    unfinished.length === 0
      ? found
      : { ...found, creatives: t('campaigns.filesUnfinished', { names: unfinished.join(', ') }) };
  const before = steps.slice(0, step);
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => before.some(({ fields }) => fields.test(name))),
  );
}

function problemsOfAdTimes({ creatives }: CampaignValues): FormProblems {
  const found = creatives.flatMap((creative, at) =>
    (['startsAt', 'endsAt'] as const).flatMap((member) => {
      const problem = problemOfTime(creative[member] ?? '');
      return problem === null ? [] : [[`creatives.${at}.${member}`, sentence(problem)] as const];
    }),
  );
  return Object.fromEntries(found);
}

/** The server's word on a campaign that would start now; nothing where the server does not answer: it has the last word. */
async function askServer(values: NewCampaignValues): Promise<FormProblems> {
  try {
    const input = toNewCampaign(values, 'active', new Date().toISOString());
    await request(validateDocument, { input });
    return {};
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return Object.fromEntries(
      Object.entries(fieldErrors(error)).filter(([name]) => !isOfLater(name, values)),
    );
  }
}

/** A draft needs no ad; and the ads of a creation whose answer was lost are used by that. */
const isOfLater = (name: string, { creatives, firstTry }: NewCampaignValues): boolean =>
  (name === 'creatives' && creatives.length === 0) ||
  (firstTry !== null && /^creatives\.\d+\.fileId$/.test(name));
