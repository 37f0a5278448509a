#!/usr/bin/env node
// What `npm run build` makes has no executable bit: this file has it.
require('../dist/src/cli/needed-node.js');
const { programs } = require('../dist/src/cli/programs.js');

const program = process.argv.length === 3 ? programs.get(process.argv[2]) : undefined;
require(`../dist/${program?.file ?? 'src/cli/main'}.js`);
