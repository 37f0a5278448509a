import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

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
  const sent = useRef(value);
  const send = () => {
    if (typed === sent.current) return;
    sent.current = typed;
    onChange(typed);
  };
  useEffect(() => {
    // The answer to what was sent takes nothing that was typed since.
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(send, typingMs);
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
      // A person who goes to another page at once is not called back by a search that comes later.
      onBlur={send}
    />
  );
}
