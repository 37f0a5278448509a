import { t } from '../texts/texts';

interface MayBeMoreProps {
  /** True where there are as many as are asked for. */
  readonly isFull: boolean;
  readonly most: number;
  /** True where `most` is of each state. */
  readonly isOfEach?: boolean;
}

/** Says below a list that has no other pages that not all may stand in it. */
export function MayBeMore({ isFull, most, isOfEach = false }: MayBeMoreProps) {
  if (!isFull) return null;
  return (
    <p className="none">
      {isOfEach
        ? t('operator.thereMayBeMoreOfAState', { most: String(most) })
        : t('operator.thereMayBeMore', { most: String(most) })}
    </p>
  );
}
