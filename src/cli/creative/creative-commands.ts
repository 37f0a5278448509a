import {
  type Creative,
  creativeReview,
  creativeStatus,
} from '../../demand/creatives/creative.resource';
import {
  approveCreative,
  listAllCreatives,
  rejectCreative,
  restoreCreative,
} from '../../demand/creatives/creative-review.service';
import type { Command } from '../command';
import { afterOption, listDetails, printList, sliceAfter } from '../list-text';
import { readId, readOneOf, reasonOption } from '../option-text';
import { serviceCommand } from '../service-command';
import { creativeArgument } from './creative-argument';
import { creativeShow } from './creative-show';

const readStatus = readOneOf(creativeStatus.values);
const readReview = readOneOf(creativeReview.values);

export const creativeCommands: readonly Command[] = [
  serviceCommand({
    name: 'creative list',
    summary: 'Lists the creatives of everybody, by id.',
    details: listDetails,
    options: {
      status: {
        value: '<status>',
        description: creativeStatus.values.join(', '),
        read: readStatus,
      },
      review: {
        value: '<state>',
        description: 'waiting: only those that wait to be approved',
        read: readReview,
      },
      unreviewed: { description: 'only those on sale that no operator has looked at' },
      campaign: { value: '<id>', description: 'only those of this campaign', read: readId },
      advertiser: { value: '<id>', description: 'only those of this account', read: readId },
      after: afterOption,
    },
    work: (services, { unreviewed, campaign, advertiser, after, ...filter }) =>
      listAllCreatives(
        services,
        {
          ...{ ...filter, campaignId: campaign, advertiserId: advertiser },
          ...(unreviewed && { isUnreviewed: true }),
        },
        sliceAfter(after),
      ),
    print: (creatives) =>
      printList(
        'creatives',
        creatives.map(toCreativeJson),
        ({ id, status, review, name }) =>
          `${id}  ${status}${review === null ? '' : ` (${review})`}  ${name}`,
      ),
  }),
  creativeShow,
  serviceCommand({
    name: 'creative approve',
    summary: 'Says that an operator has looked at a creative.',
    details:
      'New creatives wait for that where ADGATE_REVIEW is before, and gateways serve them within 2 seconds; else they are on sale, and listed as unreviewed. All of its advertiser’s creatives with the same bytes are approved with it.',
    arguments: [creativeArgument],
    options: {},
    work: (services, { id }) => approveCreative(services, id),
    print: (creative) => ({
      text: `${creative.name} (${creative.id}) is approved`,
      json: toCreativeJson(creative),
    }),
  }),
  serviceCommand({
    name: 'creative reject',
    summary: 'Takes a creative out of serving, till an operator restores it.',
    details:
      'No gateway serves it from 2 seconds on, and its owner cannot start it again, but reads the reason. Rejecting it once more changes the reason.',
    arguments: [creativeArgument],
    options: { reason: reasonOption },
    work: rejectCreative,
    print: (creative) => ({
      text: `${creative.name} (${creative.id}) is rejected`,
      json: toCreativeJson(creative),
    }),
  }),
  serviceCommand({
    name: 'creative restore',
    summary: 'Gives a rejected creative back to its owner.',
    details: 'It is inactive then: its owner may start it.',
    arguments: [creativeArgument],
    options: {},
    work: (services, { id }) => restoreCreative(services, id),
    print: (creative) => ({
      text: `${creative.name} (${creative.id}) is inactive`,
      json: toCreativeJson(creative),
    }),
  }),
];

/** A creative as `--json` prints it. */
function toCreativeJson({ id, campaignId, name, status, review, rejectionReason }: Creative) {
  return { id, campaignId, name, status, review, rejectionReason };
}
