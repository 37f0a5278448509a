import { NativeSelect } from '@mantine/core';
import { chooseLanguage, type Language, languages } from './texts/languages';
import { language, t } from './texts/texts';

// Object.keys knows texts only.
const names = Object.keys(languages) as Language[];

/** Chooses the language of the panel for this browser. */
export function LanguageSwitch() {
  return (
    <NativeSelect
      aria-label={t('shell.language')}
      size="xs"
      value={language}
      onChange={({ currentTarget: { value } }) => {
        chooseLanguage(names.find((name) => name === value) ?? 'en');
      }}
    >
      {names.map((name) => (
        <option key={name} value={name} lang={name}>
          {languages[name]}
        </option>
      ))}
    </NativeSelect>
  );
}
