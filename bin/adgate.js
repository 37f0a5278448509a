#!/usr/bin/env node
// What `npm run build` makes has no executable bit: this file has it.
require('../dist/src/cli/main.js');
