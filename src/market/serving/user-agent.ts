import { LRUCache } from 'lru-cache';
import { maxUserAgentLength } from '../events/invalid-traffic';
import { type DeviceType, typeOfDevice } from './device-type';

/** A browser in the words of the taxonomy's device options. */
export interface Device {
  readonly type: DeviceType;
  readonly os: 'android' | 'apple-os' | 'unix' | 'windows' | 'other';
  readonly browser: 'chrome' | 'edge' | 'firefox' | 'msie' | 'opera' | 'safari' | 'other';
}

type Rules<Name extends string> = readonly (readonly [RegExp, Name])[];

/** The first rule that matches names the browser. Browsers claim to be one another, so the special ones stand first. */
const browserRules: Rules<Device['browser']> = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOpera\b/, 'opera'],
  [/\bMSIE |\bTrident\//, 'msie'],
  [/\bFirefox\/|\bFxiOS\//, 'firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'chrome'],
  [/\bSafari\//, 'safari'],
];
const osRules: Rules<Device['os']> = [
  [/\bWindows\b/, 'windows'],
  [/\bAndroid\b/, 'android'],
  [/\biPhone\b|\biPad\b|\biPod\b|\bMac OS X\b|\bMacintosh\b/, 'apple-os'],
  [/\bLinux\b|\bX11\b|\bCrOS\b|BSD\b/, 'unix'],
];

const known = new LRUCache<string, Device>({ max: 5_000 });
const knownLanguages = new LRUCache<string, readonly string[]>({ max: 5_000 });
/** Characters that are looked at; the rest is ignored. */
const maxLanguagesLength = 256;

/** Reads a User-Agent header; the answer for each text is kept. */
export function parseUserAgent(userAgent: string): Device {
  const text = shortened(userAgent, maxUserAgentLength);
  let device = known.get(text);
  if (!device) {
    const find = <Name extends string>(rules: Rules<Name>): Name | 'other' =>
      rules.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
    device = { type: typeOfDevice(text), os: find(osRules), browser: find(browserRules) };
    known.set(text, device);
  }
  return device;
}

/** A copy: a part of a text keeps the whole text in memory, and these parts are kept for long. */
function shortened(text: string, length: number): string {
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
}

/** Primary subtags of an Accept-Language header that are not refused (`q=0`), in its order, at most 8; kept for each text. */
export function readLanguages(acceptLanguage: string | undefined): readonly string[] {
  if (acceptLanguage === undefined) return [];
  const text = shortened(acceptLanguage, maxLanguagesLength);
  let languages = knownLanguages.get(text);
  if (!languages) {
    languages = parseLanguages(text);
    knownLanguages.set(text, languages);
  }
  return languages;
}

function parseLanguages(acceptLanguage: string): readonly string[] {
  const languages = new Set<string>();
  for (const part of acceptLanguage.split(',', 8)) {
    const match = /^\s*([a-z]{2})\b(?:-[^;]*)?\s*(;\s*q=0(?:\.0*)?\s*$)?/i.exec(part);
    const [, language, refusal] = match ?? [];
    if (language !== undefined && refusal === undefined) languages.add(language.toLowerCase());
  }
  return [...languages];
}
