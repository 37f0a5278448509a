import { rejectCreative } from '../../demand/creatives/creative-review.service';
import { defineCommand } from '../command';
import { creativeArgument, toCreativeJson } from './creative-text';
import { uriOption } from '../db/database';
import { parseId } from '../id-text';
import { withServices } from '../services';

export const creativeReject = defineCommand({
  name: 'creative reject',
  summary: 'Takes a creative out of serving, till an operator restores it.',
  details:
    'No gateway serves it from 2 seconds on, and its owner cannot start it again, but reads the reason. Rejecting it once more changes the reason.',
  arguments: [creativeArgument],
  options: {
    reason: { value: '<text>', isRequired: true, description: 'what its owner shall read' },
    uri: uriOption,
  },
  async run({ id, reason, uri }, ctx) {
    const creative = await withServices({ uri }, ctx, (services) =>
      rejectCreative(services, { id: parseId(id, 'a creative'), reason }),
    );
    return {
      text: `${creative.name} (${creative.id}) is rejected`,
      json: toCreativeJson(creative),
    };
  },
});
