import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What looks at sources only, side by side: each takes one core, and memory that two have room for. */
const lines = [['types', 'format:check'], ['lint:rules']];

async function run(script) {
  const [code] = await once(spawn(`npm run ${script}`, { shell: true, stdio: 'inherit' }), 'exit');
  if (code !== 0) process.exitCode = 1;
}

await Promise.all(
  lines.map(async (scripts) => {
    for (const script of scripts) await run(script);
  }),
);
