import { parseConfig } from '../config';
import { defineCommand } from './command';
import { uriOption } from './database';
import type { Finding } from './doctor/finding';
import { checkMachine } from './doctor/machine-checks';
import { checkServices } from './doctor/service-checks';
import { checkSettings } from './doctor/settings-checks';
import { withServices } from './services';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Looks for what is missing or wrong: settings, machine, database, ledger, jobs.',
  details: `On a server that runs or not, with the settings of its environment. Each finding has the line that mends it; with --fix
what this command can mend by itself is mended. It exits with 1 when it finds a problem; warnings alone do not count.`,
  options: {
    fix: { description: 'mend the rights of the data folder' },
    uri: uriOption,
  },
  async run({ fix, uri }, ctx) {
    const config = parseConfig(ctx.env);
    const machine = await checkMachine(config, { mayFix: fix });
    const services = await withServices({ uri }, ctx, checkServices);
    const findings = [...checkSettings(config), ...machine, ...services];
    const hasProblem = findings.some(({ state }) => state === 'problem');
    return {
      text: findings.map(lineOf).join('\n'),
      json: { findings },
      ...(hasProblem && { exitCode: 1 }),
    };
  },
});

const marks = { ok: 'ok      ', warning: 'WARNING ', problem: 'PROBLEM ' } as const;

function lineOf({ check, state, message, remedy }: Finding): string {
  const line = `${marks[state]} ${check}: ${message}`;
  return remedy === null ? line : `${line}\n          ${remedy}`;
}
