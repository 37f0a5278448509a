import { describe, expect, it } from '@jest/globals';
import { consentOf, type ToldConsent } from '../../../src/supply/visitors/consent';
import { agreedTcf, optedOutGpp, refusedTcf } from '../../support/consent-strings';
import recorded from '../../vectors/gpp-strings.json';

const europe = (core: string) => `DBABMA~${core}`;

const told = (consent: Partial<ToldConsent>): ToldConsent => ({
  ...{ given: undefined, gdpr: undefined, tcf: undefined, gpp: undefined, gpc: undefined },
  ...consent,
});

describe('a visitor', () => {
  it.each<[string, Partial<ToldConsent>]>([
    ['says nothing', {}],
    ['says nothing, in so many words', { given: null, gdpr: null, tcf: '', gpp: '', gpc: false }],
    ['has agreed by TCF', { gdpr: true, tcf: agreedTcf }],
    ['has agreed by TCF within GPP', { gdpr: true, gpp: europe(agreedTcf) }],
    ['is where the GDPR does not apply', { gdpr: false, tcf: refusedTcf, gpp: europe(refusedTcf) }],
    ['is there by the number of OpenRTB', { gdpr: 0, tcf: refusedTcf }],
    ['has agreed by the page’s word', { given: true, gdpr: true, tcf: refusedTcf }],
    ['has a GPP string without sections', { gpp: 'DBAA' }],
    ['has a section of a law that nobody knows yet', { gpp: 'DBABKY~BVVV' }],
  ])('refuses nothing who %s', (_what, consent) => {
    expect(consentOf(told(consent))).not.toBe('refused');
  });

  it.each<[string, Partial<ToldConsent>]>([
    ['sends Global Privacy Control', { gpc: true, given: true, gdpr: false }],
    ['sends it by a number', { gpc: 1 }],
    ['refuses by the page’s word', { given: false, gdpr: false }],
    ['refuses by a number', { given: 0, gdpr: false }],
    ['has not agreed by TCF', { tcf: refusedTcf }],
    ['has not agreed by TCF within GPP', { gpp: europe(refusedTcf) }],
    ['has agreed by one of the two alone', { tcf: agreedTcf, gpp: europe(refusedTcf) }],
    ['has said nothing where the GDPR applies', { gdpr: true }],
    ['has said nothing where it applies by the number of OpenRTB', { gdpr: 1, gpp: 'DBAA' }],
    ['has opted out, whatever else is said', { given: true, gdpr: false, gpp: optedOutGpp }],
  ])('refuses who %s', (_what, consent) => {
    expect(consentOf(told(consent))).toBe('refused');
  });

  it.each<[string, Partial<ToldConsent>]>([
    ['a page’s word', { given: 'yes' }],
    ['the scope of the GDPR', { gdpr: 'no' }],
    ['a TC string', { tcf: 'agreed' }],
    ['a TC string that is cut off', { tcf: agreedTcf.slice(0, 25) }],
    ['a TC string of TCF 1', { tcf: `B${agreedTcf.slice(1)}` }],
    ['a TC string that is none', { tcf: { consent: true } }],
    ['a TC string without end', { tcf: agreedTcf.padEnd(8_193, 'A') }],
    ['a GPP string', { gpp: 'agreed' }],
    ['a GPP string that is cut off', { gpp: 'DBABLA~CAA' }],
    ['a GPP string without its sections', { gpp: 'DBABLA' }],
    ['a GPP string with more sections than ids', { gpp: `${optedOutGpp}~BAAA` }],
    ['a GPP string of another version', { gpp: 'DCAA' }],
    ['a GPP string of other characters', { gpp: 'DBAA~+/=' }],
    ['a GPP string that names millions of sections', { gpp: `DBAB${'gAAAAAAAAAAB'.repeat(9)}w~B` }],
  ])('refuses whose word cannot be read: %s', (_what, consent) => {
    expect(consentOf(told(consent))).toBe('refused');
  });
});

describe('consent', () => {
  it.each<[string, Partial<ToldConsent>]>([
    ['the page’s word', { given: true }],
    ['the page’s word as a number', { given: 1 }],
    ['TCF', { gdpr: true, tcf: agreedTcf }],
    ['TCF within GPP', { gpp: europe(agreedTcf) }],
    ['a law that does not apply', { gdpr: 0, tcf: refusedTcf }],
  ])('is given by %s', (_what, consent) => {
    expect(consentOf(told(consent))).toBe('given');
  });

  it.each<[string, Partial<ToldConsent>]>([
    ['nothing', {}],
    ['nothing, in so many words', { given: null, gdpr: null, tcf: '', gpp: '', gpc: false }],
    ['GPP without sections', { gpp: 'DBAA' }],
  ])('is not given by %s', (_what, consent) => {
    expect(consentOf(told(consent))).toBeNull();
  });
});

describe('a GPP string as the IAB’s own encoder writes it', () => {
  it.each(recorded.strings.map(({ about, ...one }) => [about, one] as const))(
    'is read: %s',
    (_about, { gpp, refuses }) => {
      expect(consentOf(told({ gpp })) === 'refused').toBe(refuses);
    },
  );
});
