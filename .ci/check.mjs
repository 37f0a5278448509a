import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * All that `npm run check` runs, in two lines side by side: the linter keeps one core busy while the first tests wait for
 * browsers and processes. A line ends with its first failure; nothing is tried again.
 */
const lines = [['npm run types', 'npm run format:check', 'npm test'], ['npm run lint:rules']];

async function passes(command) {
  const [code] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'exit');
  if (code !== 0) console.error(`failed: ${command}`);
  return code === 0;
}

const all = await Promise.all(
  lines.map(async (commands) => {
    for (const command of commands) if (!(await passes(command))) return command;
    return null;
  }),
);
const failed = all.filter((command) => command !== null);
if (failed.length > 0) {
  console.error(`the check failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
