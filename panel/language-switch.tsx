import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { request } from './graphql/request';
import { mailLanguageDocument } from './settings/mail-language';
import { chooseLanguage, type Language, languageNames, languages } from './texts/languages';
import { language, t } from './texts/texts';
import { useViewer } from './viewer';

/** Chooses the language of the panel for this browser, and that of mails to the person. */
export function LanguageSwitch() {
  const { acting } = useViewer();
  const choose = useMutation({
    // An operator who acts for somebody reads the panel in the operator's language: the mails are not the operator's.
    mutationFn: async (chosen: Language) =>
      acting === null && (await request(mailLanguageDocument, { language: chosen })),
    // The page changes, whatever becomes of the mails: the settings show their language.
    onSettled: (_answer, _error, chosen) => {
      chooseLanguage(chosen);
    },
  });
  return (
    <NativeSelect
      aria-label={t('shell.language')}
      size="xs"
      value={choose.isPending ? choose.variables : language}
      disabled={choose.isPending}
      onChange={({ currentTarget: { value } }) => {
        choose.mutate(languageNames.find((name) => name === value) ?? 'en');
      }}
    >
      {languageNames.map((name) => (
        <option key={name} value={name} lang={name}>
          {languages[name]}
        </option>
      ))}
    </NativeSelect>
  );
}
