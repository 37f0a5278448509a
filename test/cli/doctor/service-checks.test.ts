import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/cli/doctor/service-checks';
import { type PayingWorld, startPayingWorld } from '../../money/payments/paying-world';

let world: PayingWorld;
beforeAll(async () => {
  world = await startPayingWorld({ funds: 10n });
});
afterAll(() => world.close());

const coins = (count: bigint) => count * 100_000_000_000n;
const look = () => checkLedger(world.ctx.config, world.ctx.ledger, world.ctx);

it('the wallet is well funded while it has what publishers have earned', async () => {
  expect((await look()).state).toBe('ok');
  const publisherId = await world.addPublisher(2);
  await world.earn(publisherId, 9n);
  expect((await look()).state).toBe('ok');
  await world.earn(publisherId, 2n);
  expect(await look()).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/has 10(?:\.0+)? coins, publishers have earned 11(?:\.0+)?$/),
    remedy: expect.stringMatching(/^transfer 1(?:\.0+)? and some for fees to /),
  });
  const { config, ledger } = world.ctx;
  const daily = { ...config, payouts: { ...config.payouts, dailyLimit: coins(5n) } };
  expect((await checkLedger(daily, ledger, world.ctx)).state).toBe('ok');
});

it('the wallet has nothing to spend of what an account must keep', async () => {
  const { config, ledger } = world.ctx;
  const account = await ledger!.readOwnAccount();
  const poor = {
    ...ledger!,
    readOwnAccount: () => Promise.resolve({ ...account, balance: 20_000_000n }),
  };
  expect(await checkLedger(config, poor, world.ctx)).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('must keep 0.0002'),
  });
});
