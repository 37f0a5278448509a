/**
 * Clients of virtual worlds: engines of games and the libraries that they ask by. Lists of crawlers know some of these for programs, which
 * they are; somebody walks around in them all the same.
 */
const clientPattern = new RegExp(
  [
    String.raw`\bUnityPlayer\/|\bUnityWebRequest\/`,
    String.raw`\bUnrealEngine\/|\bUE[45]-|\bX-UnrealEngine`,
    String.raw`\bGodotEngine\/|\bgodot\/`,
    String.raw`\bDecentraland\b|\bdcl-|\bCryptoVoxels\b|\bVoxels\/|\bSomnium\b|\bHyperfy\b`,
    String.raw`\bRoblox\b|\bSecondLife\/|\bSecond Life\b|\bFirestorm-|\bSingularity\/|\bVRChat\b|\bResonite\b|\bNeosVR\b`,
    String.raw`\bOculusBrowser\/|\bWolvic\/`,
    // Worlds on phones and headsets ask by the libraries of their systems.
    String.raw`^okhttp\/\d|\bCFNetwork\/\d|^Dalvik\/\d`,
  ].join('|'),
  'i',
);

/** Says that a User-Agent header is one of a client that shows a virtual world. */
export const isMetaverseClient = (userAgent: string): boolean => clientPattern.test(userAgent);
