import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mediaQuery } from '../campaigns/taxonomy';
import { t } from '../texts/texts';

/** Narrows figures down to one kind of place. */
export function MediumFilter({
  value,
  onChange,
}: {
  /** Undefined: all of them. */
  readonly value: string | undefined;
  readonly onChange: (medium: string | undefined) => void;
}) {
  const { data = [] } = useQuery(mediaQuery);
  return (
    <NativeSelect
      aria-label={t('statistics.where')}
      size="sm"
      data={[
        { value: '', label: t('statistics.everywhere') },
        ...data.map(({ name, label }) => ({ value: name, label })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value || undefined);
      }}
    />
  );
}
