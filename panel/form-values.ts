import { useEffect, useMemo, useRef, useState } from 'react';
import { fieldErrors, type FormProblems } from './form-problems';
import { createKeptEdit, type KeptDraft, type Restored } from './kept-draft';
import { say } from './parts/status';
import { type Step, stepWith } from './parts/steps';
import { t } from './texts/texts';
import type { StepsInHistory } from './use-steps';
import { useViewer } from './viewer';

/** A change of a form's values; a function for a change that ends later than it began. */
export type FormChange<Values> = Partial<Values> | ((before: Values) => Partial<Values>);

/** The props that a part of a form gets from the form around it. */
export interface FormProps<Values> {
  readonly values: Values;
  readonly problems: FormProblems;
  readonly onChange: (change: FormChange<Values>) => void;
}

/** Holds the typed values of a form, and the function that changes them. */
function useFormValues<Values extends object>(read: () => Values) {
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

/** The form's word on values that were typed into it before. */
export interface FormDraft {
  /** `overtaken`: what is typed stays, and would replace what somebody else has saved since. */
  readonly restored: Restored | 'overtaken';
  /** Everything as it is saved, and nothing kept. */
  readonly drop: () => void;
}

/**
 * Holds values typed over a saved thing. The browser keeps them until they are saved, or the thing is changed
 * elsewhere.
 * @param thing which, among all of the account: `site-<id>`
 */
export function useEditedValues<Values extends object>(thing: string, saved: Values) {
  // A person who logs in meanwhile does not get the values that another has typed.
  const [place] = useState(`${thing}-${useViewer().id}`);
  const [base, setBase] = useState(saved);
  const kept = useMemo(() => createKeptEdit(place, base), [place, base]);
  const [first] = useState(() => kept.read());
  const { values, setValues, onChange } = useFormValues(() => first.values);
  const [restored, setRestored] = useState(first.restored);
  const [round, setRound] = useState(0);
  const isSaved = useRef(false);
  /** Values that were sent: the answer may have been lost, and they are saved then. */
  const [sent, setSent] = useState<readonly Values[]>([]);
  useEffect(() => {
    if (!isSaved.current) kept.keep(values, sent);
  }, [kept, values, sent]);
  const isSame = (one: Values) => JSON.stringify(saved) === JSON.stringify(one);
  const isChanged = !isSame(base);
  const isOwn = isChanged && [values, ...sent].some(isSame);
  if (isOwn) setBase(saved);
  const isOvertaken = !isSaved.current && isChanged && !isOwn;
  const show = (shown: Values) => {
    setValues(shown);
    setRestored(null);
    setRound((before) => before + 1);
  };
  const reset = () => {
    setBase(saved);
    show(saved);
  };
  return {
    values,
    /**
     * Makes the input of a save: the typed values that differ from the saved ones, and those that differ from a save before,
     * whose answer may have been lost alone.
     *
     * @param since the typed values that differ from these
     */
    toSend: <Input extends object>(since: (before: Values) => Input): Input => {
      const input = sent.map(since).reduce((all, one) => ({ ...one, ...all }), since(base));
      setSent((all) => (all.includes(values) ? all : [...all, values]));
      return input;
    },
    onChange,
    reset,
    /** Of the form: another one when everything in it changes at once. */
    key: round,
    draft: {
      restored: isOvertaken ? 'overtaken' : restored,
      drop: () => {
        reset();
        say(t('common.typedIsDropped'), () => {
          show(values);
        });
      },
    } satisfies FormDraft,
    /** It is saved, or given up: nothing is kept any more. */
    forget: () => {
      isSaved.current = true;
      kept.keep(null);
    },
  };
}

/** The steps of a form, which the address keeps. */
interface StepsOfForm<Values> extends Pick<StepsInHistory, 'at' | 'onGo'> {
  readonly steps: readonly Step[];
  /** Says that the first step is filled in: no later one is shown before. */
  readonly canLeaveFirst: (values: Values) => boolean;
}

/** Something new that is made in steps; what is typed is kept in the browser until it is saved. */
export function useNewInSteps<Values extends object>(
  draft: KeptDraft<Values>,
  { steps, at, onGo, canLeaveFirst }: StepsOfForm<Values>,
) {
  // A person who logs in meanwhile does not get the values that another has typed.
  const [accountId] = useState(useViewer().id);
  const { values, setValues, onChange } = useFormValues(() => draft.read(accountId));
  const [problems, setProblems] = useState<FormProblems>({});
  const step = useStep(at, { onGo, canStay: canLeaveFirst(values) });
  useFocusOfStep(step, problems);
  const isSaved = useRef(false);
  useEffect(() => {
    if (!isSaved.current) draft.keep(accountId, values);
  }, [draft, accountId, values]);
  const tell = (found: FormProblems) => {
    setProblems(found);
    const first = stepWith(steps, found);
    if (first !== null) onGo(first);
    return first === null;
  };
  return {
    form: { values, problems, onChange } satisfies FormProps<Values>,
    step,
    /** It is saved: nothing is kept any more. */
    forget: () => {
      isSaved.current = true;
      draft.keep(accountId, null);
    },
    /** Leads to the first field with a problem. True where no step has one. */
    tell,
    /** Leads to the first field that the server has refused. */
    showProblems: (error: Error) => {
      tell(fieldErrors(error));
    },
    startOver: (empty: Values) => {
      setValues(empty);
      setProblems({});
      onGo(0);
      say(t('common.everythingIsEmptyAgain'), () => {
        setValues(values);
      });
    },
  };
}

/**
 * Leads to the first problem of a step, else to the beginning of a step that is new: the button that led there may be gone, or
 * stand behind the fields.
 */
function useFocusOfStep(step: number, problems: FormProblems): void {
  const shown = useRef(step);
  useEffect(() => {
    const isNew = shown.current !== step;
    shown.current = step;
    const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);
    const field =
      Object.keys(problems).length > 0 ? find(':is([aria-invalid="true"], [data-problem])') : null;
    if (field !== null) field.focus();
    else if (isNew) begin(find('[data-step]'));
  }, [problems, step]);
}

function begin(step: HTMLElement | null): void {
  step?.focus({ preventScroll: true });
  // Browsers leave alone what is longer than the window.
  if (step !== null && step.getBoundingClientRect().top < 0) step.scrollIntoView();
}

/** An address may ask for a later step of a form that is empty, as that of a page which was left once the thing was saved. */
function useStep(
  at: number,
  { onGo, canStay }: Pick<StepsInHistory, 'onGo'> & { readonly canStay: boolean },
): number {
  // Values that are typed later are no reason to jump.
  const [checked, setChecked] = useState({ at: 0, canStay: true });
  if (checked.at !== at) setChecked({ at, canStay });
  const isMeant = at === 0 || (checked.at === at ? checked.canStay : canStay);
  useEffect(() => {
    if (!isMeant) onGo(0, true);
  }, [isMeant, onGo]);
  return isMeant ? at : 0;
}
