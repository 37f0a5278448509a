import { useEffect, useRef, useState } from 'react';
import { fieldErrors, type FormProblems } from './form-problems';
import type { KeptDraft } from './kept-draft';
import { say } from './parts/status';
import { type Step, stepWith } from './parts/steps';
import { useViewer } from './viewer';

/** What changes in a form; a function for what is done later than it was begun. */
export type FormChange<Values> = Partial<Values> | ((before: Values) => Partial<Values>);

/** What a part of a form needs of the form around it. */
export interface FormProps<Values> {
  readonly values: Values;
  readonly problems: FormProblems;
  readonly onChange: (change: FormChange<Values>) => void;
}

/** What is typed into a form, and how it changes. */
export function useFormValues<Values extends object>(read: () => Values) {
  const [values, setValues] = useState(read);
  return {
    values,
    setValues,
    onChange: (change: FormChange<Values>) => {
      setValues((before) => ({
        ...before,
        ...(typeof change === 'function' ? change(before) : change),
      }));
    },
  };
}

/** Something new that is made in steps; what is typed is kept in the browser until it is saved. */
export function useNewInSteps<Values extends object>(
  draft: KeptDraft<Values>,
  steps: readonly Step[],
) {
  // Whoever logs in meanwhile does not get what somebody else has typed.
  const [accountId] = useState(useViewer().id);
  const { values, setValues, onChange } = useFormValues(() => draft.read(accountId));
  const [problems, setProblems] = useState<FormProblems>({});
  const [step, setStep] = useState(0);
  const isSaved = useRef(false);
  useEffect(() => {
    if (!isSaved.current) draft.keep(accountId, values);
  }, [draft, accountId, values]);
  return {
    form: { values, problems, onChange } satisfies FormProps<Values>,
    step,
    setStep,
    /** It is saved: nothing is kept any more. */
    forget: () => {
      isSaved.current = true;
      draft.keep(accountId, null);
    },
    /** Leads to the first field that the server has refused. */
    showProblems: (error: Error) => {
      const found = fieldErrors(error);
      setProblems(found);
      setStep((now) => stepWith(steps, found) ?? now);
    },
    startOver: (empty: Values) => {
      setValues(empty);
      setProblems({});
      setStep(0);
      say('Everything is empty again.', () => {
        setValues(values);
      });
    },
  };
}
