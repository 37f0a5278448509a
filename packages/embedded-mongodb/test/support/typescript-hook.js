const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');
const jestConfig = require('../../jest.config.js');

/** For servers that tests start as processes: `node -r` of this file runs our sources as the tests do. */
const [[, [, swcOptions]]] = Object.entries(jestConfig.transform);

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    ...swcOptions,
    filename,
    swcrc: false,
  });
  module._compile(code, filename);
};
