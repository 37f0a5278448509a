import { restoreCreative } from '../../demand/creatives/creative-review.service';
import { defineCommand } from '../command';
import { creativeArgument, toCreativeJson } from './creative-text';
import { uriOption } from '../db/database';
import { parseId } from '../id-text';
import { withServices } from '../services';

export const creativeRestore = defineCommand({
  name: 'creative restore',
  summary: 'Gives a rejected creative back to its owner.',
  details: 'It is inactive then: its owner may start it.',
  arguments: [creativeArgument],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const creative = await withServices({ uri }, ctx, (services) =>
      restoreCreative(services, parseId(id, 'a creative')),
    );
    return {
      text: `${creative.name} (${creative.id}) is inactive`,
      json: toCreativeJson(creative),
    };
  },
});
