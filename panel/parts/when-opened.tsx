import { type ReactNode, Suspense, useEffect, useState } from 'react';

interface WhenOpenedProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Draws a dialog from the first time on that it opens, so that its code is loaded only then. */
export function WhenOpened({ isOpen, children }: WhenOpenedProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? <Suspense fallback={null}>{children}</Suspense> : null;
}

/** Opens a dialog after it was drawn closed: it gives the focus back to what had it when it opened. */
export function useOpenedLater(isOpen: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    setDrawn(true);
  }, []);
  return isDrawn && isOpen;
}
