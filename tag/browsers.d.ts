/** Members that some browsers have, or scripts of others give to a page. */
interface Navigator {
  /** Global Privacy Control. */
  readonly globalPrivacyControl?: boolean;
}
interface Window {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}
