import { describe, expect, it } from '@jest/globals';
import { HostsInDomains, landingDomains } from '../../../src/supply/sites/blocked-domains';
import { Dice } from '../../market/selection/dice';

describe('hosts in blocked domains', () => {
  it('are the domains themselves, and whatever ends in a dot and one of them', () => {
    const labels = ['a', 'b', 'shop', 'example', 'co', 'xn--nl-xka'];
    const dice = new Dice(37);
    const aHost = () =>
      Array.from({ length: 1 + dice.below(4) }, () => dice.pick(labels)).join('.');
    for (let round = 0; round < 3_000; round += 1) {
      const domains = Array.from({ length: dice.below(6) }, aHost);
      const host = aHost();
      const isIn = domains.some((one) => host === one || host.endsWith(`.${one}`));
      expect([host, domains, new HostsInDomains(domains).has(host)]).toEqual([host, domains, isIn]);
    }
  });

  it('are none where the landing page has no host', () => {
    expect(new HostsInDomains(['shop.example']).has('')).toBe(false);
  });
});

describe('blocked domains', () => {
  it.each([
    ['capitals and a last dot', 'Shop.Example.', 'shop.example'],
    ['`www.`, which blocks no less', 'www.shop.example', 'shop.example'],
    ['letters beyond ASCII', 'münchen.example', 'xn--mnchen-3ya.example'],
    ['an address', '[2001:db8::1]', '[2001:db8::1]'],
  ])('are kept without %s', (_case, given, kept) => {
    expect(landingDomains.input.parse([given])).toEqual([kept]);
  });
});
