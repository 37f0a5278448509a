import { TextInput, type TextInputProps } from '@mantine/core';

/** The field for an email that an account shall have. */
export function EmailInput(props: TextInputProps) {
  return <TextInput type="email" maxLength={150} required {...props} />;
}
