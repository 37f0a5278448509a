import { expect, it } from '@jest/globals';
import { leastBalanceOf, networkFeeOf } from '../../../../src/money/payments/due/network-fee';

const coin = 10n ** 11n;
const [administrator, user, elsewhere] = [
  '0001-00000000-9B6F',
  '0001-00000001-8B4E',
  '0002-00000001-659C',
];

it('leaves a coin in the account of a node’s administrator, as the network wants it', () => {
  expect(leastBalanceOf(administrator)).toBe(coin);
  expect(leastBalanceOf(user)).toBe(20_000_000n);
});

it('counts the fee of a transfer twice that goes to another node', () => {
  expect(networkFeeOf(user, [{ address: administrator, amount: 3n * coin }])).toBe(150_000_000n);
  expect(networkFeeOf(user, [{ address: elsewhere, amount: 3n * coin }])).toBe(300_000_000n);
});
