import type { Job } from '../../../platform/jobs/job';
import { keepLog } from './keep-log.service';
import type { KeptLogContext } from './kept-log.context';

/** Keeps what the node's log of the server's account has, before the node shortens it. */
export const keepLedgerLog: Job<KeptLogContext> = {
  name: 'keep-ledger-log',
  everySeconds: 60,
  needs: 'wallet',
  async run(ctx, signal) {
    const { ledger } = ctx;
    if (ledger !== null) await keepLog({ ...ctx, ledger }, signal);
  },
};
