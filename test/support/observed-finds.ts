import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServiceContext } from '../../src/api/context';
import { FindObserver } from '../../src/market/outcomes/find-observer';
import { LookPace } from '../../src/market/outcomes/look-pace';
import { requestBids } from '../../src/market/serving/serving.service';
import { asRequest } from './app';
import { anId } from './events';

/** Looks at all finds from now on, however long it takes: how fast this machine is says nothing. */
export function lookAtAllFinds(ctx: ServiceContext): void {
  const pace = new LookPace({ forFind: 1e6, forMs: 0, most: 1e6 });
  Object.assign(ctx, { findObserver: new FindObserver({ ...ctx, pace }) });
}

export interface FindParams {
  /** Width of the placement; the placement has it as its name, too. */
  readonly width?: number;
  /** Of several placements, as `728x90`; default: one. */
  readonly sizes?: readonly string[];
  /** Id of an account; null: the page names none. */
  readonly publisher?: string | null;
  readonly host?: string;
  /** A tracking id; default: nobody knows the visitor. */
  readonly visitor?: string;
  readonly isTest?: boolean;
}

/** Asks for placements of the web, one of 250 high unless others are named, and waits until the find was looked at. */
export async function find(ctx: ServiceContext, params: FindParams = {}): Promise<void> {
  const { width = 300, publisher = null, host = 'looked.example', isTest = false } = params;
  const imps = (params.sizes ?? [`${width}x250`]).map((size, at) => {
    const [across = 0, down = 0] = size.split('x').map(Number);
    const name = params.sizes ? `${size} ${at}` : `${width}`;
    const placement = { width: across, height: down, depth: 0, name };
    return { types: undefined, mimes: undefined, isTopFrame: null, id: `imp ${at}`, placement };
  });
  await requestBids(
    asRequest(ctx),
    {
      id: anId(),
      site: { host, publisher, medium: 'web', vendor: null },
      user: { id: params.visitor ?? null, hasWallet: false, utcOffset: null, consent: null },
      imps,
      isTest,
      isFromTag: false,
    },
    { explainTo: null },
  );
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}
