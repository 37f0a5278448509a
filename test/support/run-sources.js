/** Threads that a test's process starts run our sources as it does. */
const hook = require.resolve('./typescript-hook.js');

if (!process.execArgv.includes(hook)) process.execArgv.push('--require', hook);
