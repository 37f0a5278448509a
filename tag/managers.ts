import type { Managed } from './consent';

interface TcData {
  readonly eventStatus?: string;
  readonly gdprApplies?: boolean;
  readonly tcString?: string;
  readonly listenerId?: number;
  readonly purpose?: { readonly consents?: Readonly<Record<string, boolean>> };
}

interface GppData {
  readonly gppString?: string;
  readonly applicableSections?: readonly number[];
  readonly parsedSections?: Readonly<Record<string, unknown>>;
}

type Command = (name: string, ...rest: readonly unknown[]) => void;

/**
 * An interface of a consent manager: this window's, or that of a window around it that may be looked into.
 *
 * @see docs/tag.md "Consent"
 */
function findManager(name: '__tcfapi' | '__gpp'): unknown {
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

/** Longest wait for a manager that is there but does not answer. */
const patienceMs = 500;

/** What a manager calls back with; undefined where there is none, or where it does not answer in time. */
function ask<Data>(
  found: unknown,
  call: (api: Command, tell: (data: Data) => void) => void,
): Promise<Data | undefined> {
  // Both frameworks give their function this form.
  const api = found as Command | undefined;
  return new Promise((resolve) => {
    setTimeout(resolve, api ? patienceMs : 0);
    try {
      if (api) call(api, resolve);
    } catch {
      resolve(undefined);
    }
  });
}

/** TCF 2, with what is decided when it first says anything: while its window is open, nothing is. */
const askTcf = (found: unknown) =>
  ask<TcData>(found, (api, tell) => {
    api('addEventListener', 2, (data: TcData) => {
      tell(data);
      api('removeEventListener', 2, () => undefined, data.listenerId);
    });
  });

const askGpp = (found: unknown) =>
  ask<GppData>(found, (api, tell) => {
    api('ping', tell);
  });

/** What a section of a state's law says of a visitor who has opted out. */
const optOut = /"(?:Sale|Sharing|TargetedAdvertising)OptOut":1\b|"Gpc":true/;

/** The first purpose of TCF is to store and read on the visitor's device. */
export async function readManagers(): Promise<Managed> {
  const [tcf, gpp] = await Promise.all([
    askTcf(findManager('__tcfapi')),
    askGpp(findManager('__gpp')),
  ]);
  return {
    agrees: tcf?.gdprApplies === false || tcf?.purpose?.consents?.[1] === true,
    optsOut: optOut.test(JSON.stringify(gpp?.parsedSections ?? {})),
    signals: {
      gdpr: tcf?.gdprApplies,
      tcf: tcf?.tcString,
      gpp: gpp?.gppString,
      gppSid: gpp?.applicableSections,
    },
  };
}
