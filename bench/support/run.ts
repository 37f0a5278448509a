import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { checkOut, commitBefore } from './earlier-checkout';
import { figures, quickFigures } from './figures';

/**
 * Runs every bench. `--quick`: in under five minutes, those of the hot paths beside the commit before (`--against <commit>`:
 * beside another one), and tells which figure moved.
 */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
});
/** Less is noise. */
const leastMove = 0.02;

void (options.quick ? compare(options.against ?? commitBefore()) : measureAll());

async function measureAll(): Promise<void> {
  await print('npm', ['run', '--silent', 'bench', '-w', 'embedded-mongodb']);
  for (const figure of figures) await print(process.execPath, [`dist/bench/${figure}.js`]);
}

async function compare(name: string): Promise<void> {
  console.log(`checking ${name} out, and building that`);
  const before = checkOut(name);
  const moves: string[] = [];
  try {
    for (const [figure, ...args] of quickFigures) {
      const program = [`dist/bench/${figure}.js`, ...args, '--against', before.folder];
      const output = await print(process.execPath, program);
      moves.push(...output.split('\n').flatMap((line) => moveOf(line) ?? []));
    }
  } finally {
    before.remove();
  }
  console.log(`\nagainst ${before.commit}:`);
  console.log(moves.length === 0 ? 'no figure moved beyond noise' : moves.join('\n'));
}

/** Of a line of `reportAgainst`: the middle half of the rounds is on one side of 1, and the median not close to 1. */
function moveOf(line: string): string | null {
  const found = /^(.*?) {2,}.* = ([\d.]+) +\(old \/ new; ([\d.]+) to ([\d.]+)\)$/.exec(line);
  if (!found) return null;
  const [, name, ...numbers] = found;
  const [ratio = 1, low = 1, high = 1] = numbers.map(Number);
  if (Math.abs(ratio - 1) < leastMove || (low <= 1 && high >= 1)) return null;
  const part = `${Math.abs(100 * (1 / ratio - 1)).toFixed(0)}%`;
  return `${name}: ${part} ${ratio > 1 ? 'less' : 'more'} than before (${low} to ${high})`;
}

/** Passes a program's output on, and returns it; one that fails keeps none of the others from running. */
async function print(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) {
    console.log(`${[command, ...args].join(' ')} has failed`);
    process.exitCode = 1;
  }
  return output;
}
