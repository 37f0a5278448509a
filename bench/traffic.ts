import { happenEach, refusedShareOf } from '../test/support/happened-traffic';
import { dishonestTraffic, honestTraffic } from '../test/support/traffic';
import { openVerifier } from '../test/support/verifier';
import { withDatabase } from './support/database';
import { report } from './support/report';

/** R22: an hour's traffic of honest and of dishonest kinds, judged with the usual settings, and the share of its money that is refused. */
void withDatabase(async (db, uri) => {
  const one = await openVerifier(db, { uri, env: {} });
  const dishonest = await happenEach(one, dishonestTraffic(1));
  for (const [kind, takings] of dishonest)
    report(`R22 dishonest money refused: ${kind}`, `${refusedShareOf([takings])}%`);
  report('R22 dishonest money refused: all', `${refusedShareOf(dishonest.values())}%`);
  const honest = await happenEach(one, honestTraffic(1));
  for (const [kind, takings] of honest)
    report(`R22-honest money refused: ${kind}`, `${refusedShareOf([takings])}%`);
  report('R22-honest money refused: all', `${refusedShareOf(honest.values())}%`);
});
