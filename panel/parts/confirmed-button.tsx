import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm';

interface ConfirmedButtonProps {
  readonly label: string;
  /** The question. */
  readonly title: string;
  /** The verb on the button below the question. */
  readonly action: string;
  readonly change: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: () => void;
  };
  readonly children: ReactNode;
}

/** A button of something that cannot be taken back: it asks first, and the question stays open where that has not worked. */
export function ConfirmedButton({ label, title, action, change, children }: ConfirmedButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setAsking(true);
        }}
      >
        {label}
      </Button>
      <Confirm
        {...{ title, action }}
        isOpen={isAsking}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={() => {
          change.mutate();
        }}
        onClose={() => {
          setAsking(false);
        }}
      >
        {children}
      </Confirm>
    </>
  );
}
