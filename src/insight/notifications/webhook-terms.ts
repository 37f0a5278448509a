import { idOf, listOf, member, oneOf } from '../../input-members';
import { problemOfTarget } from '../../platform/egress/target';
import type { Config } from '../../config';
import { parserOf } from '../../validation';
import { webhookKinds } from './webhook';

const url = member((value) => (typeof value === 'string' ? { value } : 'must be an https URL'));

const kinds = listOf(oneOf(webhookKinds), {
  most: webhookKinds.length,
  noList: 'must be a list of kinds',
})
  .refine((all) => all.length > 0, 'must name at least one')
  .transform((all) => webhookKinds.filter((kind) => all.includes(kind)));

function rules(
  { url: target }: { readonly url?: string | undefined },
  { config }: { readonly config: Pick<Config, 'allowsLoopbackWebhooks'> },
) {
  const problem =
    target === undefined
      ? null
      : problemOfTarget(target, { allowsLoopback: config.allowsLoopbackWebhooks });
  return problem === null ? {} : { url: [problem] };
}

/** The members of a new webhook. */
export const parseNewWebhook = parserOf(
  { url, kinds, campaignId: idOf('the id of a campaign').nullable().default(null) },
  rules,
);

/** The members that may be changed. */
export const parseWebhookChanges = parserOf(
  { url: url.optional(), kinds: kinds.optional() },
  rules,
);
