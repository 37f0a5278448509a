/** Texts on how a campaign is delivered: why it is shown less, and its terms in the wizard. */
export const delivery = {
  capsKeepItAway: 'Visitors have seen it as often as its caps allow.',
  capsOfAdsKeepItAway: 'Visitors have seen its ads as often as caps of these allow.',
  visitorsAreUnknown: 'Visitors are unknown, and you show it to known visitors alone.',
  competitorsKeepItAway: 'Competitors are on the page.',
  itIsOnThePage: 'Its ad is on the page already, and is shown once a page.',
  roadblocksKeepItAway:
    'Another campaign has all places of the page, or it wants all of them itself and does not fit each.',
  offersWereNotSeen: 'Too many of its ads were not seen, so that it waits.',
  prioritiesKeepItAway: 'Campaigns of another priority are shown first.',
  othersVoice: 'The pages fell into the share of voice of others, or into nobody’s.',
  soOften: '{reason} So it is for {share} of the pages and visitors that it is for.',
  noFindOnAnOwnSite:
    'By its priority it is shown on sites of your own alone, and none of them asked for ads of its sizes.',
  noAdWithinItsTimes:
    'None of its active ads is within its own times: each has ended, or begins later.',
  noVisitorInItsHours: 'By their own clocks no visitor of the last day came within its hours.',
} as const;
