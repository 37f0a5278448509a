import { lazyRouteComponent } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { loadCode } from './load-code';
import { WhenOpened } from './parts/when-opened';
import { secondFactorAsked } from './second-factor-asked';

const SecondFactorDialog = lazyRouteComponent(
  () => loadCode(() => import('./second-factor-dialog')),
  'SecondFactorDialog',
);

/** Asks for a code where a request needs one; the request goes on with it. */
export function ProveSecondFactor() {
  const isAsked = useSyncExternalStore(secondFactorAsked.subscribe, secondFactorAsked.get);
  return (
    <WhenOpened isOpen={isAsked}>
      <SecondFactorDialog isOpen={isAsked} />
    </WhenOpened>
  );
}
