import { parseClassification } from '../../demand/classifications/classification-rules';
import { setClassification } from '../../demand/classifications/classification.service';
import { Problems } from '../../validation';
import { CommandError, defineCommand } from '../command';
import { creativeArgument } from '../creative/creative-argument';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const classificationSet = defineCommand({
  name: 'classification set',
  summary: 'Says something of a creative in the name of a classifier.',
  details:
    'Publishers filter by it from 2 seconds on. With `failure` the creative is rejected. What the classifier said before counts no more.',
  arguments: [creativeArgument],
  options: {
    classifier: { value: '<name>', isRequired: true, description: 'in whose name' },
    status: {
      value: '<status>',
      isRequired: true,
      description: 'new, in_progress, error, success or failure',
    },
    keywords: {
      value: '<json>',
      description: 'lists of values by their keyword, as {"category":["crypto"]}; default: none',
    },
    uri: uriOption,
  },
  async run({ id, classifier, status, keywords: json, uri }, ctx) {
    const keywords = readKeywords(json);
    const said = parseClassification({ id, classifier, status, keywords });
    if (said instanceof Problems) {
      const [first] = Object.entries(said.details).map(
        ([name, found]) => `--${name} ${found.join(', ')}`,
      );
      throw new CommandError(first ?? 'the options are not valid', 2);
    }
    await withServices({ uri }, ctx, (services) => setClassification(services, said));
    return { text: `${classifier} says ${status} of ${said.id}`, json: said };
  },
});

function readKeywords(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '{}');
  } catch (error) {
    throw new CommandError('--keywords is no JSON', 2, { cause: error });
  }
}
