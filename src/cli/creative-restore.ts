import { restoreCreative } from '../demand/creatives/creative-review.service';
import { defineCommand } from './command';
import { creativeArgument, readCreativeId, toCreativeJson } from './creative-text';
import { uriOption } from './database';
import { withServices } from './services';

export const creativeRestore = defineCommand({
  name: 'creative restore',
  summary: 'Gives a rejected creative back to its owner.',
  details: 'It is inactive then: its owner may start it.',
  arguments: [creativeArgument],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const creative = await withServices({ uri }, ctx, (services) =>
      restoreCreative(services, readCreativeId(id)),
    );
    return {
      text: `${creative.name} (${creative.id}) is inactive`,
      json: toCreativeJson(creative),
    };
  },
});
