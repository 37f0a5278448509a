const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Tests that wait for browsers and for processes. */
const isWaiting = ({ path }) =>
  /\/test\/(?:panel|tag|start|e2e)\//.test(path) ||
  /support\/(?:browser|process|processes)'/.test(readFileSync(path, 'utf8'));

/**
 * Begins with the tests that wait: the others fill the time beside them, and no long one is left alone at the end. The order
 * within each kind is jest's own.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isWaiting), ...sorted.filter((test) => !isWaiting(test))];
  }
};
