import type { ConversionRule } from '../judge/conversion-rule';
import type { EventRule } from '../judge/event-rule';
import { adsTxt } from './ads-txt';
import { botTraffic } from './bot';
import { budgetSpent } from './budget-spent';
import { campaignNotRunning } from './campaign-not-running';
import { clickRejected } from './click-rejected';
import { conversionLimit } from './conversion-limit';
import { creativeNotRunning } from './creative-not-running';
import { dataCenterTraffic } from './data-center';
import { impossibleTiming } from './impossible-timing';
import { impressionRejected } from './impression-rejected';
import { networkClickRate } from './network-click-rate';
import { networkLimit } from './network-limit';
import { noBrowser } from './no-browser';
import { noClick } from './no-click';
import { noFunds } from './no-funds';
import { noImpression } from './no-impression';
import { noPrice } from './no-price';
import { notOffered } from './not-offered';
import { notViewable } from './not-viewable';
import { ownTraffic } from './own-traffic';
import { pairClickRate } from './pair-click-rate';
import { pairLimit } from './pair-limit';
import { peerLimit } from './peer-limit';
import { peerNotAllowed } from './peer-not-allowed';
import { prefetchTraffic } from './prefetch';
import { proxyTraffic } from './proxy';
import { publisherNotRunning } from './publisher-not-running';
import { repeatedEvent } from './repeat';
import { siteClickRate } from './site-click-rate';
import { siteLimit } from './site-limit';
import { siteNotRunning } from './site-not-running';
import { targetingNotMet } from './targeting-not-met';
import { unknownBrowser } from './unknown-browser';
import { visitorClickRate } from './visitor-click-rate';
import { visitorLimit } from './visitor-limit';

/** Every rule, in their order: the first that refuses an event or a conversion is its reason. */
export const verdictRules: readonly (EventRule | ConversionRule)[] = [
  noPrice,
  repeatedEvent,
  botTraffic,
  prefetchTraffic,
  dataCenterTraffic,
  proxyTraffic,
  unknownBrowser,
  peerNotAllowed,
  targetingNotMet,
  noBrowser,
  adsTxt,
  notOffered,
  noImpression,
  impressionRejected,
  clickRejected,
  noClick,
  impossibleTiming,
  notViewable,
  campaignNotRunning,
  creativeNotRunning,
  siteNotRunning,
  publisherNotRunning,
  ownTraffic,
  visitorLimit,
  networkLimit,
  pairLimit,
  siteLimit,
  visitorClickRate,
  networkClickRate,
  pairClickRate,
  siteClickRate,
  peerLimit,
  conversionLimit,
  budgetSpent,
  noFunds,
];

/** The rules that views and clicks are judged by. */
export const eventRules: readonly EventRule[] = verdictRules.filter(
  (rule) => 'refusesEvent' in rule,
);

/** The rules that conversions are judged by. */
export const conversionRules: readonly ConversionRule[] = verdictRules.filter(
  (rule) => 'refusesConversion' in rule,
);
