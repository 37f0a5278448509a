import { expect, it } from '@jest/globals';
import { listTurned } from '../../../src/market/inventory/refused-landings';

it('many campaigns that are kept out leave others their turns while they are looked at', async () => {
  const keptOut = Array.from({ length: 10_000 }, (_, nth) => ({
    id: String(nth),
    landingUrl: `https://${nth}.example/`,
  }));
  let [turns, isStopped] = [0, false];
  const take = () => {
    turns += 1;
    if (!isStopped) setImmediate(take);
  };
  setImmediate(take);
  const turned = await listTurned({
    forSale: { campaignIds: () => [].values(), findCampaign: () => null },
    landings: {
      isOpen: (url) => url.startsWith('https://9'),
      listKeptOut: () => keptOut,
    },
  });
  isStopped = true;
  expect(turned).toEqual(keptOut.map(({ id }) => id).filter((id) => id.startsWith('9')));
  expect(turns).toBeGreaterThanOrEqual(10);
});
