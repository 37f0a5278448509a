import { happenEach, refusedShareOf } from '../test/support/happened-traffic';
import { dishonestFinds, type Find, honestFinds } from '../test/support/find-traffic';
import { happenFinds } from '../test/support/happened-finds';
import { recount } from '../test/support/recounted-finds';
import { dishonestTraffic, honestTraffic } from '../test/support/traffic';
import { openVerifier } from '../test/support/verifier';
import { withDatabase } from './support/database';
import { report } from './support/report';

/** R22: an hour's traffic of honest and of dishonest kinds, judged with the usual settings, and the share of its money that is refused. */
const judgeTraffic = () =>
  withDatabase(async (db, uri) => {
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

/** R22-finds: finds that nobody looks at, beside honest ones, and the share of an hour's budget that is set aside for them. */
const makeFinds = (kind: string, finds: readonly Find[]) =>
  withDatabase(async (db, uri) => {
    const one = await openVerifier(db, { uri, env: {} });
    const answered = await happenFinds(one, [...honestFinds(), ...finds]);
    const { taken, supply } = await recount(db, answered, ({ find }) => finds.includes(find));
    report(`R22-finds budget taken: ${kind}`, `${taken}%`);
    report(`R22-supply made by finds: ${kind}`, String(supply));
  });

void judgeTraffic().then(async () => {
  for (const [kind, finds] of Object.entries(dishonestFinds())) await makeFinds(kind, finds);
});
