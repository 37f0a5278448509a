import { load, script } from './script';

/** What the visitor's browser and the page's consent manager say; goes along with each find. */
export interface Consent {
  /** Whether an identifier may be sent and set. */
  readonly mayIdentify: boolean;
  /** As the IAB's frameworks spell it; absent where nothing is known. */
  readonly signals: Readonly<Record<string, unknown>>;
}

/** What consent managers say. */
export interface Managed {
  readonly agrees: boolean;
  readonly optsOut: boolean;
  readonly signals: Consent['signals'];
}

/**
 * An interface of a consent manager: this window's, or that of a window around it that may be looked into.
 *
 * @see docs/tag.md "Consent"
 */
export function findManager(name: '__tcfapi' | '__gpp'): unknown {
  for (let frame: Window = window; ; frame = frame.parent) {
    try {
      // Consent managers declare these functions, nobody else does.
      const api = (frame as unknown as Record<string, unknown>)[name];
      if (api) return api;
    } catch {
      // A window of another origin.
    }
    if (frame === frame.parent) return undefined;
  }
}

/** Asked anew before each find: visitors change their minds. Without any word of consent there is none. */
export async function readConsent(): Promise<Consent> {
  const { consent } = script.dataset;
  const isManaged = findManager('__tcfapi') ?? findManager('__gpp');
  const managed = isManaged ? await (await load('managers')).readManagers(findManager) : undefined;
  const { globalPrivacyControl: gpc } = navigator as { readonly globalPrivacyControl?: boolean };
  return {
    mayIdentify:
      (consent ? consent === 'yes' : managed?.agrees === true) && !managed?.optsOut && !gpc,
    signals: { ...managed?.signals, gpc },
  };
}
