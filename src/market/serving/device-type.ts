/** Types of devices, in the words of the taxonomy. */
export type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'other';

type Patterns = readonly RegExp[];

const tvMakers: Patterns = [
  // Standards and systems of televisions
  /\bhbbtv\b|\bce-html\b|smart-?tv|smart tv|google ?tv|apple ?tv|android tv|webtv/i,
  /\bweb0s\b|\bnetcast\b|\bbravia\b|\bviera\b|\bvidaa\b|\broku\b|\bomi\/|\bespial\b|\binettvbrowser\b/i,
  // Sticks and boxes
  /\bcrkey\b|\bchromecast\b|\bnexus player\b|\badt-[1-4]\b|\bmi ?box|\bmi ?tv|\b(?:tv|set-?top)[ _-]?box|_tv_box/i,
];
/** In capitals: Fire TV's models, and the word itself, but in models of phones, as `LG-K430TV`. */
const tvWords: Patterns = [
  /\bAFT[A-Z\d]{1,6}\b|(?<![A-Za-z\d])TV(?![A-Za-z])|\bDTV\b|\bSHIELD\b(?! Tablet)/,
];

const tabletNames: Patterns = [
  // Windows says Tablet PC of every machine that a pen may write on.
  /\bipad\b|tablet(?! pc)|\bkindle\b|\bsilk\/|\bplaybook\b|\btouchpad\b|; arm; trident/i,
  /\bmediapad|\bmatepad|\bxoom\b|\bideatab|\biconia\b|\bvenue \d|\btransformer\b/i,
  // "Tab" and "Pad" end a word of a name: Redmi Pad, TAB 2, moto tab
  /\bt-?pad\b|\bpad(?=[ ;)\d_-])|\btab(?=[ ;)\d_-])|\bmi ?pad\b/i,
  /\bnexus (?:7|9|10)\b|\bpixel c\b/i,
];
/** Models of tablets whose browsers say Mobile: Amazon, Samsung, Lenovo, Huawei, LG, Sony. */
const tabletModels: Patterns = [
  /\bKF[A-Z]{2,6}\b/,
  /\bSM-[TXP]\d{3}|\bGT-P\d{4}|\bGT-N(?:51|80)\d\d/,
  /\bTB-?[\dXJ]\d{2,4}[A-Z]*\b|\bYT\d?-[A-Z]?\d{3}/,
  /\b(?:AGR|AGS|AGM|BAH|BTV|CMR|DBR|DBY|JDN|KOB|MRR|MRX|SCM|SCMR|SHT|VRD|WGR)\d?-[AWL]+\d/,
  /\bLG-V[45]\d\d\b|\bSGPT?\d/,
];
const phones = /\bMobi(?:le)?\b|\biPhone\b|\biPod\b|\bOpera Mini\b|\bWindows Phone\b|\bDalvik\b/;
const desktops = /\bWindows NT\b|\bMacintosh\b|\bX11\b|\bCrOS\b/;

/** Type of device by its User-Agent header, which names models, or says Mobile where Android runs on a phone. */
export function typeOfDevice(userAgent: string): DeviceType {
  const isAnyOf = (...lists: readonly Patterns[]) =>
    lists.some((patterns) => patterns.some((pattern) => pattern.test(userAgent)));
  if (isAnyOf(tvMakers, tvWords)) return 'tv';
  if (isAnyOf(tabletNames, tabletModels)) return 'tablet';
  if (phones.test(userAgent)) return 'mobile';
  if (/\bAndroid\b/.test(userAgent)) return 'tablet';
  return desktops.test(userAgent) ? 'desktop' : 'other';
}
