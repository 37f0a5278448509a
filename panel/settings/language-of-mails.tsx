import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { type Language, languageNames, languages } from '../texts/languages';
import { t } from '../texts/texts';
import { useViewer, viewerQuery } from '../viewer';
import { mailLanguageDocument } from './mail-language';

/** The language that the person gets mails in; a choice counts at once. */
export function LanguageOfMails() {
  const { language } = useViewer();
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: (chosen: Language) => request(mailLanguageDocument, { language: chosen }),
    onSuccess: async () => {
      say(t('common.saved'));
      await queryClient.invalidateQueries(viewerQuery);
    },
  });
  // A change on its way is shown as if it were done.
  const chosen = set.isPending ? set.variables : (language ?? 'en');
  return (
    <>
      <Problem error={set.error} />
      <NativeSelect
        label={t('account.languageOfMails')}
        description={t('account.languageOfMailsAbout')}
        maw="24rem"
        mb="md"
        value={chosen}
        disabled={set.isPending}
        onChange={({ currentTarget: { value } }) => {
          set.mutate(languageNames.find((name) => name === value) ?? 'en');
        }}
      >
        {languageNames.map((name) => (
          <option key={name} value={name} lang={name}>
            {languages[name]}
          </option>
        ))}
      </NativeSelect>
    </>
  );
}
