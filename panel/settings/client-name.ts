/** Browsers by what their names contain: each claims to be those below it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b|\bCrOS\b/, 'Linux'],
];

const find = (rules: typeof browsers, text: string) => rules.find(([rule]) => rule.test(text))?.[1];

/** The name of a browser and its system; of another program as it calls itself. */
export function clientName(userAgent: string): string {
  const names = [find(browsers, userAgent), find(systems, userAgent)].filter(Boolean);
  return names.length > 0 ? names.join(', ') : userAgent.slice(0, 60);
}
