/** Texts of the advertiser's dashboard, and of its list of campaigns. */
export const dashboard = {
  noCampaignIsLikeThat: 'No campaign is like that.',
  campaigns: 'Campaigns',
  campaign: 'Campaign',
  budgetAnHour: 'Budget an hour',
  allOfThem: 'All of them',
  allCampaigns: 'All campaigns',
  newCampaign: 'New campaign',
  makeACampaign: 'Make a campaign',
  whatToShowToWhom: 'What to show, to whom and for how much. It takes two minutes.',
  addYourAds: 'Add your ads',
  picturesVideosOrPagesDrop:
    'Pictures, videos or pages: drop them in, and see them as they will be shown.',
  watchItRun: 'Watch it run',
  viewsClicksAndWhatThey: 'Views, clicks and what they cost stand here, minutes after they happen.',
  welcome: 'Welcome',
  makeYourFirstCampaign: 'Make your first campaign',
  dashboard: 'Dashboard',
  whatYourCampaignsHaveDone: 'What your campaigns have done, and what it cost.',
} as const;
