/** The word of consent managers. */
export interface Managed {
  readonly agrees: boolean;
  readonly optsOut: boolean;
  /** As the IAB's frameworks spell it; absent where nothing is known. */
  readonly signals: Readonly<Record<string, unknown>>;
}

/** Pages in frames, which need it, have loaded this part anyway. */
export { pageAround } from './frame';

interface TcData {
  readonly gdprApplies?: boolean;
  readonly tcString?: string;
  readonly purpose?: { readonly consents?: Readonly<Record<string, boolean>> };
}

interface GppData {
  readonly gppString?: string;
  readonly applicableSections?: readonly number[];
  readonly parsedSections?: Readonly<Record<string, unknown>>;
}

/** Asks a manager; it may tell more than once. */
type Manager = (command: string, tell: (data: unknown) => void, parameter?: unknown) => void;

type Name = '__tcfapi' | '__gpp';
type Api = (command: string, ...rest: readonly unknown[]) => void;

/** TCF has its version before what it calls back, GPP none. */
const byCalls =
  (name: Name, api: Api): Manager =>
  (command, ...rest) => {
    if (name === '__gpp') api(command, ...rest);
    else api(command, 2, ...rest);
  };

/** A manager of a window that may not be looked into takes messages. */
const byMessages =
  (name: Name, frame: Window): Manager =>
  (command, tell, parameter) => {
    const callId = `${Math.random()}`;
    addEventListener('message', ({ source, data }: MessageEvent<Answers | null>) => {
      const answer = data?.[`${name}Return`];
      if (source === frame && answer?.callId === callId) tell(answer.returnValue);
    });
    frame.postMessage({ [`${name}Call`]: { command, version: 2, parameter, callId } }, '*');
  };

type Answers = Partial<
  Record<`${Name}Return`, { readonly callId: string; readonly returnValue: unknown }>
>;

/**
 * A consent manager: of this window, or of one around it, where a frame of a certain name says that it is there.
 *
 * @see docs/tag.md "Consent"
 */
function findManager(name: Name): Manager | undefined {
  for (let frame: Window = window; ; frame = frame.parent) {
    const look = (member: string) => {
      try {
        // Consent managers declare these functions and frames, nobody else does.
        return (frame as unknown as Readonly<Record<string, Api | undefined>>)[member];
      } catch {
        // A window of another origin shows the names of its frames only.
        return undefined;
      }
    };
    const api = look(name);
    if (api) return byCalls(name, api);
    if (look(`${name}Locator`)) return byMessages(name, frame);
    if (frame === frame.parent) return undefined;
  }
}

/** Longest wait for a manager that is there but does not answer. */
const patienceMs = 500;

/** Asks a manager, and takes its first answer; undefined where there is no manager, or no answer in time. */
function ask<Data>(name: Name, command: string): Promise<Data | null | undefined> {
  const manager = findManager(name);
  return new Promise((resolve) => {
    setTimeout(resolve, manager ? patienceMs : 0);
    try {
      manager?.(command, (data) => {
        // The frameworks say that the data have this type.
        const told = data as (Data & { readonly listenerId?: number }) | null;
        resolve(told);
        if (told?.listenerId !== undefined)
          manager('removeEventListener', () => undefined, told.listenerId);
      });
    } catch {
      resolve(undefined);
    }
  });
}

/** The sign, in a section of a state's law, that a visitor has opted out. */
const optOut = /"(?:Sale|Sharing|TargetedAdvertising)OptOut":1\b|"Gpc":true/;

/** The first purpose of TCF is to store and read on the visitor's device. */
export async function readManagers(): Promise<Managed> {
  const [tcf, gpp] = await Promise.all([
    // With what is decided when it first says anything: while its window is open, nothing is.
    ask<TcData>('__tcfapi', 'addEventListener'),
    ask<GppData>('__gpp', 'ping'),
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
