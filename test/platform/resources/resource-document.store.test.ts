import { describe, expect, it } from '@jest/globals';
import { campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import { readerOf } from '../../../src/platform/resources/resource-document.store';
import { exampleOf } from '../../../src/platform/resources/resource';

describe('the reading of a stored document', () => {
  const read = readerOf(campaignResource);
  const { id, ...members } = exampleOf(campaignResource);

  it('has the absent value of each member that an older document lacks', () => {
    const { note, pacing, showsOnPeers, excludedPeers, endsAt, ...older } = members;
    expect(read({ _id: id, ...older })).toEqual({
      ...older,
      id,
      note: null,
      pacing: 'even',
      showsOnPeers: false,
      excludedPeers: [],
      endsAt: null,
    });
  });

  it('has the stored values, and nothing that the table does not name', () => {
    const stored = { _id: id, ...members, note: 'Spring', sequence: 5, deletedAt: null };
    expect(read(stored)).toEqual({ ...members, id, note: 'Spring' });
  });
});
