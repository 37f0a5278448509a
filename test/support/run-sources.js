/** Threads that a test's process starts run our sources as it does. */
const hook = require.resolve('./typescript-hook.js');

if (!process.execArgv.includes(hook)) process.execArgv.push('--require', hook);

/** Outside of production graphql looks at the names of whatever it tells apart, which takes a fifth of a gateway's start here. */
const { NODE_ENV } = process.env;
process.env.NODE_ENV = 'production';
require('graphql/jsutils/instanceOf');
process.env.NODE_ENV = NODE_ENV;
