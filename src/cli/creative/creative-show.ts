import type { Creative } from '../../demand/creatives/creative.resource';
import { notFound } from '../../errors';
import type { RotationFigures } from '../../insight/rotation/rotation-figures';
import { listRotationFigures } from '../../insight/rotation/rotation.service';
import { describeMembers } from '../account/account-text';
import { serviceCommand } from '../service-command';
import { takeUpCampaign } from '../campaign/take-up-campaign';
import { creativeArgument } from './creative-argument';

export const creativeShow = serviceCommand({
  name: 'creative show',
  summary: 'Shows a creative: its terms of delivery, and how it takes turns with others.',
  details:
    'Share and rates are from 0 to 1: the share of its campaign’s ads of the same size, and the rate of its views so far, which is between leastRate and mostRate with 95 percent probability.',
  arguments: [creativeArgument],
  options: {},
  async work(services, { id }) {
    const creative = await services.creatives.findById(id);
    if (!creative) throw notFound('creative', id);
    await takeUpCampaign(services, creative.campaignId);
    const figures = await listRotationFigures(services, [id]);
    return { creative, rotation: figures.get(id) ?? null };
  },
  print({ creative, rotation }) {
    const json = toJson(creative, rotation);
    const { rotation: figures, ...terms } = json;
    return { text: describeMembers({ ...terms, ...figures }), json };
  },
});

function toJson(creative: Creative, rotation: RotationFigures | null) {
  const { id, campaignId, name, alt, type, mime, scope, hash } = creative;
  const { status, review, rejectionReason, startsAt, endsAt } = creative;
  const { weight, frequencyCaps, impressionPixels } = creative;
  return {
    ...{ id, campaignId, name, alt, type, mime, scope, hash },
    ...{ status, review, rejectionReason, startsAt, endsAt },
    ...{ weight, frequencyCaps, impressionPixels },
    rotation,
  };
}
