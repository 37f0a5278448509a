import 'reflect-metadata';
import { parseConfig } from '../config';
import { runGateway } from '../assembly/gateway-process';
import { createLog } from '../platform/process/log';
import { run } from '../platform/process/process';
import { readSettings } from '../settings-file';
import { createDemoData, createDemoLink, type DemoAccount, isDemoServed } from './demo-data';
import { isForDeveloper } from './developer';
import { keepRateFresh } from './fresh-rate';
import { publisherAddress } from './ledger-files';
import { ownLedgerArgument, type ReadyGateway } from './ready-gateway';

/** A gateway of `npm start`: brings the demo along. */
run(async () => {
  const config = parseConfig(readSettings(process.env));
  const hasOwnLedger = process.argv.includes(ownLedgerArgument);
  let accounts: readonly DemoAccount[] = [];
  await runGateway(config, createLog(config.logLevel), {
    // A developer waits for the new gateway, and no balancer looks at the old one.
    ...(isForDeveloper() && { graceMs: 0 }),
    async prepare(ctx, closing) {
      if (!config.hasDemo) return;
      // Coins of a ledger for development are worth what one says.
      if (hasOwnLedger && config.rateUrl === null) await keepRateFresh(ctx, closing);
      const demo = { payoutAddress: hasOwnLedger ? `ads:${publisherAddress}` : null };
      accounts = (await createDemoData(ctx, demo))?.accounts ?? [];
    },
    describe: async (ctx): Promise<Omit<ReadyGateway, 'url'>> => ({
      accounts,
      hasDemo: await isDemoServed(ctx),
      panelLink: config.hasDemo ? await createDemoLink(ctx) : null,
    }),
  });
});
