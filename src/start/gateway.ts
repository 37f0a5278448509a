import { writeSync } from 'node:fs';
import 'reflect-metadata';
import { parseConfig } from '../config';
import { startGateway } from '../gateway';
import { createLog } from '../platform/process/log';
import { exitOnSignals, run } from '../platform/process/process';
import { createDemoData, createDemoLink, type DemoAccount, isDemoServed } from './demo-data';
import { keepRateFresh } from './fresh-rate';
import { formatReadyLine, ownLedgerArgument } from './gateway-process';
import { publisherAddress } from './ledger-files';

/** The gateway of `npm start`: brings the demo along, tells its parent when it is ready, and ends with it. */
run(async () => {
  const config = parseConfig(process.env);
  const hasOwnLedger = process.argv.includes(ownLedgerArgument);
  const log = createLog(config.logLevel);
  const gateway = await startGateway(config, log);
  const closing = new AbortController();
  const close = () => {
    closing.abort();
    return gateway.close();
  };
  const drain = exitOnSignals(close, log, ['SIGTERM']);
  // Ctrl-C goes to the parent too, which says when it is our turn.
  process.on('SIGINT', () => undefined);
  process.once('disconnect', () => {
    drain(1);
  });
  let accounts: readonly DemoAccount[] = [];
  const ctx = await gateway.open(config.mongodbUri!, async (opened) => {
    if (!config.hasDemo) return;
    // Coins of a ledger for development are worth what one says.
    if (hasOwnLedger && config.rateUrl === null) await keepRateFresh(opened, closing.signal);
    const demo = { payoutAddress: hasOwnLedger ? `ads:${publisherAddress}` : null };
    accounts = (await createDemoData(opened, demo))?.accounts ?? [];
  });
  const hasDemo = await isDemoServed(ctx);
  const panelLink = config.hasDemo ? await createDemoLink(ctx) : null;
  log.info({ url: gateway.url, pid: process.pid }, 'ready');
  writeSync(1, formatReadyLine({ url: gateway.url, accounts, panelLink, hasDemo }));
});
