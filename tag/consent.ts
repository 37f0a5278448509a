import { load, settings } from './script';

/** The word of the visitor's browser and of the page's consent manager; goes along with each find. */
export interface Consent {
  /** True where an identifier may be sent and set. */
  readonly mayIdentify: boolean | undefined;
  /** As the IAB's frameworks spell it; absent where nothing is known. */
  readonly signals: Readonly<Record<string, unknown>>;
}

/** Asked anew before each find: visitors change their minds. Without any word of consent there is none. */
export async function readConsent(): Promise<Consent> {
  const { consent } = settings;
  const given = consent === undefined ? consent : consent === 'yes';
  // In a frame the manager may be that of a window around it.
  const isManaged = '__tcfapi' in window || '__gpp' in window || self !== top;
  const managed = isManaged ? await (await load('managers')).readManagers() : undefined;
  const { globalPrivacyControl: gpc } = navigator;
  return {
    mayIdentify: (given ?? managed?.agrees) && !managed?.optsOut && !gpc,
    signals: { ...managed?.signals, gpc, given },
  };
}
