import { useRouter, useRouterState } from '@tanstack/react-router';
import type { StepSearch } from './step-search';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step of the entry before. */
    readonly fromStep?: number;
  }
}

interface StepEntry {
  readonly search: StepSearch;
  readonly state: { readonly fromStep: number };
  readonly replace: boolean;
  readonly resetScroll: false;
}

/** The steps of a form in the browser's history: each has an entry, so that the browser's “Back” is a step back. */
export interface StepsInHistory {
  /** The one that is shown. */
  readonly at: number;
  /** @param isReplaced true where the step before is none to come back to */
  readonly onGo: (step: number, isReplaced?: boolean) => void;
  /** Goes to the step before, in the history too where the person came from there. */
  readonly onBack: () => void;
}

/** @param navigate of the form's page */
export function useStepsInHistory(
  count: number,
  { step = 0 }: StepSearch,
  navigate: (entry: StepEntry) => Promise<void>,
): StepsInHistory {
  const { history } = useRouter();
  const fromStep = useRouterState({ select: ({ location }) => location.state.fromStep });
  const at = Math.min(step, count - 1);
  const onGo = (to: number, isReplaced = false) => {
    if (to === at) return;
    const search = to === 0 ? {} : { step: to };
    void navigate({ search, state: { fromStep: at }, replace: isReplaced, resetScroll: false });
  };
  return {
    at,
    onGo,
    onBack: () => {
      if (fromStep === at - 1) history.back();
      else onGo(at - 1);
    },
  };
}
