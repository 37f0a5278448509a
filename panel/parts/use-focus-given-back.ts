import { useEffect, useState } from 'react';

/** Gives the focus back to the element that had it when a dialog was opened; for dialogs that are drawn only while they are open. */
export function useFocusGivenBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
