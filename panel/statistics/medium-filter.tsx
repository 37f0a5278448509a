import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mediaQuery } from '../campaigns/taxonomy';

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
      aria-label="Where"
      size="sm"
      data={[
        { value: '', label: 'Everywhere' },
        ...data.map(({ name, label }) => ({ value: name, label })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value || undefined);
      }}
    />
  );
}
