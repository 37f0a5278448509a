import { describe, expect, it, jest } from '@jest/globals';
import { createExplainer, explain } from '../../../src/market/selection/explain';
import { CandidateIndex } from '../../../src/market/selection/index/candidate-index';
import { aCandidate, aContext, anImp } from './factories';

describe('explain', () => {
  it('tells the last rule that any candidate reached, and what of it', () => {
    const excludes = new Map([['device:browser', ['other']]]);
    const index = CandidateIndex.of([
      aCandidate({ name: 'far', scope: '728x90' }),
      aCandidate({ name: 'near', excludes }),
      aCandidate({ name: 'near too', excludes }),
    ]);
    const context = aContext({ features: new Map([['device:browser', ['other']]]) });
    expect(explain(index, anImp(), context)).toEqual({
      nonBidReason: 'exclusionMet',
      details: ['device:browser other'],
    });
  });

  it('names the most frequent details first, at most five', () => {
    const countries = ['c1', 'c2', 'c2', 'c3', 'c4', 'c5', 'c6', 'c6', 'c6'];
    const candidates = countries.map((country, number) =>
      aCandidate({
        name: `${country} ${number}`,
        requires: new Map([['user:country', [country]]]),
      }),
    );
    const { details } = explain(CandidateIndex.of(candidates), anImp(), aContext());
    expect(details).toHaveLength(5);
    expect(details.slice(0, 2)).toEqual(['user:country c6', 'user:country c2']);
  });

  it.each([
    ['there is nothing', [], 'noBid'],
    ['somebody is eligible', [aCandidate(), aCandidate({ name: 'x', scope: '1x1' })], null],
  ])('says when %s', (_case, candidates, nonBidReason) => {
    const { nonBidReason: reason, details } = explain(
      CandidateIndex.of(candidates),
      anImp(),
      aContext(),
    );
    expect(reason).toBe(nonBidReason);
    expect(details).toEqual([]);
  });

  it('tells pauses apart', () => {
    const paused = aCandidate();
    const index = CandidateIndex.of([paused]);
    index.setEligible(paused.campaignId, false);
    expect(explain(index, anImp(), aContext()).nonBidReason).toBe('campaignNotEligible');
  });
});

describe('createExplainer', () => {
  const unmet = new Map([['user:country', ['c1']]]);
  const sizes = ['300x250', '728x90', '160x600', '300x600', '120x600'];

  it('looks into four different placements of a request, once each', () => {
    const index = CandidateIndex.of(
      sizes.map((scope) => aCandidate({ name: scope, scope, requires: unmet })),
    );
    const looks = jest.spyOn(index, 'candidates');
    const explainer = createExplainer(index);
    const context = aContext();
    const imps = sizes.flatMap((scope) =>
      ['a', 'b', 'c'].map((id) => anImp({ id: `${scope} ${id}`, scopes: [scope], nearBox: null })),
    );
    const reasons = imps.map((imp) => explainer(imp, context).nonBidReason);
    expect(reasons).toEqual([
      ...Array.from({ length: 12 }, () => 'requirementNotMet'),
      ...Array.from({ length: 3 }, () => 'noBid'),
    ]);
    expect(explainer(imps[14]!, context).details).toEqual([
      'not explained: the request has more than 4 different empty placements',
    ]);
    expect(looks).toHaveBeenCalledTimes(4);
  });

  it.each([
    ['context', {}, aContext({ medium: 'metaverse' }), 'unsupportedChannel'],
    ['type', { types: ['video'] }, null, 'incorrectFormat'],
    ['MIME type', { mimes: ['video/mp4'] }, null, 'incorrectFormat'],
    ['floor', { bidFloor: 500 }, null, 'belowFloor'],
  ] as const)('does not take one %s for another', (_case, change, other, reason) => {
    const explainer = createExplainer(CandidateIndex.of([aCandidate()]));
    const context = aContext();
    expect(explainer(anImp(), context).nonBidReason).toBeNull();
    expect(explainer(anImp(change), other ?? context).nonBidReason).toBe(reason);
  });
});
