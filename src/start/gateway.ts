import 'reflect-metadata';
import type { ServiceContext } from '../api/context';
import { parseConfig } from '../config';
import { createFirstOperatorLink } from '../identity/accounts/first-operator.service';
import { runGateway } from '../assembly/gateway-process';
import { createLog } from '../platform/process/log';
import { run } from '../platform/process/process';
import { readSettings } from '../settings-file';
import { createDemoData, createDemoLink, type DemoAccount, isDemoServed } from './demo-data';
import { isForDeveloper } from './developer';
import { keepRateFresh } from './fresh-rate';
import { publisherAddressAt } from './ledger-files';
import { allowOther } from './market/allow-other';
import { marketDemo } from './market/market-demo';
import { marketArgument, otherServer } from './market/market-plan';
import { keepVisiting } from './market/visits';
import { ownLedgerArgument, type ReadyGateway } from './ready-gateway';

/** A gateway of `npm start`: brings the demo along. */
run(async () => {
  const config = parseConfig(readSettings(process.env));
  const isMarket = process.argv.includes(marketArgument);
  let accounts: readonly DemoAccount[] = [];
  await runGateway(config, createLog(config.logLevel), {
    // A developer waits for the new gateway, and no balancer looks at the old one.
    ...(isForDeveloper() && { graceMs: 0 }),
    async prepare(ctx, closing) {
      if (!config.hasDemo) return;
      const hasOwnLedger = process.argv.includes(ownLedgerArgument);
      // Coins of a ledger for development are worth what one says.
      if (hasOwnLedger && config.rateUrl === null) await keepRateFresh(ctx, closing);
      const address = hasOwnLedger ? publisherAddressAt(config.ledgerAddress) : null;
      const demo = {
        payoutAddress: address && `ads:${address}`,
        ...(isMarket && marketDemo(config.ledgerAddress)),
      };
      accounts = (await createDemoData(ctx, demo))?.accounts ?? [];
      if (isMarket) joinMarket(ctx, closing);
    },
    describe: async (ctx): Promise<Omit<ReadyGateway, 'url'>> => ({
      accounts,
      hasDemo: await isDemoServed(ctx),
      panelLink: config.hasDemo ? await createDemoLink(ctx) : null,
      operatorLink: config.hasDemo ? null : await createFirstOperatorLink(ctx),
    }),
  });
});

/** Trades with the other server of the market until this one ends. */
function joinMarket(ctx: ServiceContext, closing: AbortSignal): void {
  const other = otherServer(ctx.config.ledgerAddress);
  if (other) void allowOther(ctx, other.address, closing);
  void keepVisiting(ctx, closing);
}
