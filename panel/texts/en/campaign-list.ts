/** Texts of the list of campaigns. */
export const campaignList = {
  bid: 'Bid (CPM)',
  changeAmount: '{label} of {name}: {amount}. Change',
  newAmount: '{label} of {name}',
  amountIsChanged: '{label} of {name}: {amount}.',
  areStopped: '{count, plural, one {# campaign is stopped.} other {# campaigns are stopped.}}',
  areStarted: '{count, plural, one {# campaign is started.} other {# campaigns are started.}}',
  areCopied:
    '{count, plural, one {# campaign is copied: the copy is a draft.} other {# campaigns are copied: the copies are drafts.}}',
  areDeleted: '{count, plural, one {# campaign is deleted.} other {# campaigns are deleted.}}',
  count: '{count, plural, one {# campaign} other {# campaigns}}',
} as const;
