import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Time for the next letter, before what is typed is looked for. */
const typingMs = 300;

interface NameSearchProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A field that looks for what is typed in it, once nothing more is typed. */
export function NameSearch({ label, value, onChange }: NameSearchProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      onChange(typed);
    }, typingMs);
    return () => {
      clearTimeout(timer);
    };
    // A new `onChange` is no new text.
  }, [typed]);
  return (
    <TextInput
      type="search"
      className="list-search"
      aria-label={label}
      placeholder={label}
      maxLength={255}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
      }}
    />
  );
}
