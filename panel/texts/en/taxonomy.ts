/** Texts of the operator's page on the taxonomy. */
export const taxonomy = {
  title: 'Taxonomy',
  whatCampaignsAdsAndSites:
    'What campaigns, ads and sites of this server may name: media, platforms, sizes, and what can be targeted.',
  inForce: 'In force',
  version: 'Version',
  from: 'From',
  theServerItself: 'the server itself',
  anImport: 'an import',
  download: 'Download',
  importAnother: 'Import another one',
  toChangeIt:
    'To change it, download it, change a copy, and import that. What is larger than 200 KB is imported by <mono>adgate taxonomy import</mono>.',
  importQuestion: 'Import {name}?',
  importIt: 'Import',
  importItNevertheless: 'Import it nevertheless',
  itReplacesTheOneIn:
    'It replaces the one in force, on all gateways within two seconds. Campaigns that run and use what it does not have are named first.',
  theCampaignsAboveLose:
    'The campaigns above are shown no more, or to others than they ask for, unless they are changed.',
  itIsInForce: 'The taxonomy is imported. Gateways use it within two seconds.',
  theFileIsTooLong: 'The file is larger than 200 KB: import it by “adgate taxonomy import”.',
  theFileIsNoText: 'The file is not text in UTF-8.',
  mediaAndPlatforms: 'Media and platforms',
  nameInTheApi: 'Name in the API',
  partOf: 'Part of',
  adsFor: 'Ads for {name}',
  mimeTypes: 'MIME types',
  sizes: 'Sizes',
  targetingFor: 'Targeting for {name}',
  searchAll: 'Countries, languages, categories, devices and their ids',
  theyTypeIt: 'Advertisers type the values.',
  nothingIsLikeThat: 'Nothing is like that.',
  nothingCanBeTargeted: 'Nothing can be targeted.',
  count: '{count, plural, one {# value} other {# values}}',
} as const;
