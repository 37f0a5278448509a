import { RequestError } from './graphql/request';
import { pause } from './pause';
import { t } from './texts/texts';

const reloadedAt = 'adgate-reloaded-at';

/** After so long without an answer is looked whether the server is there at all. */
const patienceMs = 4_000;
const answerMs = 3_000;

/** Says that the server answers, and takes requests. */
export async function isServerReached(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    return (await fetch('/health', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

/**
 * Loads code of the panel. After an update the files of a page that is open are gone: it is loaded anew then.
 *
 * @throws {RequestError} `NETWORK` when the server cannot be reached, which is found out within seconds
 * @throws when the server is there, but the code is not
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await whileReached(load());
  } catch {
    if (!(await isServerReached()))
      throw new RequestError('NETWORK', t('common.theServerCannotBeReached'));
    if (reloadOnce()) return await new Promise<never>(() => undefined);
    throw new Error(t('common.badAnswer'));
  }
}

/** Waits for a module on a slow network. @throws when the server is gone meanwhile */
async function whileReached<Module>(loading: Promise<Module>): Promise<Module> {
  for (;;) {
    const loaded = await Promise.race([loading, pause(patienceMs)]);
    if (loaded !== undefined) return loaded;
    if (!(await isServerReached())) throw new Error('the server does not answer');
  }
}

/** Once in a minute: what fails again is no update. */
function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < 60_000) return false;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  window.location.reload();
  return true;
}
