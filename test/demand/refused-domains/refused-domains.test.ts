import { describe, expect, it } from '@jest/globals';
import { array, asyncProperty, assert, constantFrom, integer } from 'fast-check';
import {
  type RefusedDomain,
  refusedDomainIdOf,
  toDomain,
} from '../../../src/demand/refused-domains/refused-domain';
import { RefusedDomains } from '../../../src/demand/refused-domains/refused-domains';

function aRefused(domain: string, kind: RefusedDomain['kind'] = 'site'): RefusedDomain {
  const id = refusedDomainIdOf(kind, domain);
  return { id, kind, domain, reason: `of ${domain}`, refusedById: null, refusedAt: new Date(0) };
}

/** Stands in for the database. */
function aStore(stored: Map<string, RefusedDomain>) {
  return {
    async *stream() {
      yield await Promise.resolve([...stored.values()]);
    },
    listByIds: (ids: readonly string[]) =>
      Promise.resolve(ids.flatMap((id) => stored.get(id) ?? [])),
  };
}

describe('the form of a domain', () => {
  it.each([
    ['Evil.Example', 'evil.example'],
    [' evil.example. ', 'evil.example'],
    ['www.evil.example', 'evil.example'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['192.0.2.1', '192.0.2.1'],
    ['[2001:DB8::0:1]', '[2001:db8::1]'],
    ['a_b.example', 'a_b.example'],
  ])('%s', (text, domain) => {
    expect(toDomain(text)).toBe(domain);
  });

  it.each([
    '',
    ' ',
    'https://evil.example',
    'evil.example/path',
    'evil.example:8080',
    'user@evil.example',
    'evil..example',
    '.evil.example',
    '*.evil.example',
    'evil example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(150)}example`,
  ])('is none: %j', (text) => {
    expect(toDomain(text)).toBeNull();
  });
});

describe('refused domains', () => {
  it('are those that a host is, or is in, as the plain definition has it', async () => {
    const label = constantFrom('a', 'b', 'ab');
    const host = array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
    const changes = array(array(host, { maxLength: 4 }), { maxLength: 3 });
    await assert(
      asyncProperty(array(host, { maxLength: 6 }), changes, host, async (first, turns, asked) => {
        const stored = new Map(first.map((one) => [`site:${one}`, aRefused(one)]));
        const domains = new RefusedDomains(aStore(stored));
        await domains.load();
        for (const turn of turns) {
          for (const one of turn)
            if (!stored.delete(`site:${one}`)) stored.set(`site:${one}`, aRefused(one));
          await domains.refresh(turn.map((one) => `site:${one}`));
        }
        const covering = [...stored.values()]
          .map(({ domain }) => domain)
          .filter((domain) => asked === domain || asked.endsWith(`.${domain}`))
          .sort((one, other) => other.length - one.length);
        expect(domains.findSite(asked)?.domain).toBe(covering[0]);
        expect(domains.findLanding(`https://${asked}/`)).toBeNull();
        expect(domains.size).toBe(stored.size);
      }),
    );
  });

  it('of landing pages are looked up by the host of a URL, in any notation', async () => {
    const domains = new RefusedDomains(
      aStore(
        new Map(
          ['xn--bcher-kva.example', '192.0.2.1'].map((one) => [
            `landing:${one}`,
            aRefused(one, 'landing'),
          ]),
        ),
      ),
    );
    await domains.load();
    for (const url of [
      'https://www.BÜCHER.example/a?b={cid}',
      'http://xn--bcher-kva.example.:8080/',
      'https://192.0.2.1/',
      'https://0xc0000201/',
    ])
      expect([url, domains.findLanding(url)]).toEqual([url, expect.anything()]);
    for (const url of ['https://example/', 'https://2.1/', 'no url', 'https://buecher.example/'])
      expect([url, domains.findLanding(url)]).toEqual([url, null]);
    expect(domains.findSite('xn--bcher-kva.example')).toBeNull();
  });

  it('are looked up alike however many there are', async () => {
    const many = 100_000;
    const stored = new Map(
      Array.from({ length: many }, (_, at) => [`site:d${at}.example`, aRefused(`d${at}.example`)]),
    );
    const domains = new RefusedDomains(aStore(stored));
    await domains.load();
    expect(domains.size).toBe(many);
    await assert(
      asyncProperty(integer({ min: 0, max: 2 * many }), async (at) => {
        await Promise.resolve();
        expect(domains.findSite(`x.d${at}.example`) !== null).toBe(at < many);
      }),
    );
  });
});
