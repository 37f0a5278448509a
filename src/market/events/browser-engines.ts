/**
 * Words by which a User-Agent header names the engine of a browser, or a browser that has an engine of its own. Whatever a person reads
 * a site of the web with names one of them.
 *
 * @see RFC 9110 §10.1.5
 */
const enginePattern = new RegExp(
  [
    String.raw`\bAppleWebKit\/\d`,
    String.raw`\bGecko\/(?:20\d{6}|\d)`,
    String.raw`\bGoanna\/\d`,
    String.raw`\bServo\/\d`,
    String.raw`\bLadybird\/\d`,
    String.raw`\bTrident\/\d|\bMSIE \d`,
    String.raw`\bPresto\/\d|^Opera\/\d`,
    String.raw`\bKHTML\/\d|\bKonqueror\/\d`,
    String.raw`\bUCBrowser\/?\d|\bUCWEB\/?\d`,
    String.raw`\bNetFront\/\d|\bObigo|\bBlackBerry\d{4}`,
    // In a terminal
    String.raw`^(?:Links|ELinks|Lynx|w3m|Dillo|NetSurf)[ /]`,
  ].join('|'),
);

/** Says that a User-Agent header is one of a browser whose engine is known. */
export const namesEngine = (userAgent: string): boolean => enginePattern.test(userAgent);
