import { parseConfig } from '../config';
import { defineCommand } from './command';
import { uriOption } from './database';
import { describeFindings } from './doctor/describe-findings';
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
    return describeFindings([...checkSettings(config), ...machine, ...services]);
  },
});
