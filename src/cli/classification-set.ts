import {
  type ClassificationKeywords,
  type ClassificationStatus,
} from '../classifications/classification';
import { problemOfClassifier, problemsOfResult } from '../classifications/classification-rules';
import { setClassification } from '../classifications/classification.service';
import { toDashed } from '../id';
import { CommandError, defineCommand } from './command';
import { creativeArgument, readCreativeId } from './creative-text';
import { uriOption } from './database';
import { withServices } from './services';

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
  async run({ id: text, classifier, status, keywords: json, uri }, ctx) {
    const id = readCreativeId(text);
    const keywords = readKeywords(json);
    const classifierProblem = problemOfClassifier(classifier);
    const problems = {
      ...(classifierProblem !== null && { classifier: [classifierProblem] }),
      ...problemsOfResult({ id, status, keywords }),
    };
    const [first] = Object.entries(problems);
    if (first) throw new CommandError(`--${first[0]} ${first[1].join(', ')}`, 2);
    const said = {
      classifier,
      // Nothing is wrong with them: they are of these types.
      status: status as ClassificationStatus,
      keywords: keywords as ClassificationKeywords,
    };
    await withServices({ uri }, ctx, (services) => setClassification(services, { id, ...said }));
    return {
      text: `${classifier} says ${status} of ${toDashed(id)}`,
      json: { id: toDashed(id), ...said },
    };
  },
});

function readKeywords(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '{}');
  } catch (error) {
    throw new CommandError('--keywords is no JSON', 2, { cause: error });
  }
}
