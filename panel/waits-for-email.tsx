import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { graphql } from './graphql/graphql';
import { request } from './graphql/request';
import { PageHead } from './parts/page-head';
import { Problem } from './parts/problem';
import { say } from './parts/status';
import { t } from './texts/texts';

const sendDocument = graphql(`
  mutation SendEmailConfirmation {
    sendEmailConfirmation
  }
`);

/** In the place of every page, until the account’s email is confirmed: nothing else would work. */
export function WaitsForEmail({ email }: { readonly email: string }) {
  const send = useMutation({
    mutationFn: () => request(sendDocument, {}),
    onSuccess: () => {
      say(t('shell.mailIsOnItsWay'));
    },
  });
  return (
    <>
      <PageHead title={t('shell.confirmYourEmail')} />
      <Alert color="yellow" title={t('shell.lookIntoTheMail', { email })}>
        {t('shell.linkOpensYourAccount')}
        <Button
          display="block"
          mt="sm"
          size="xs"
          variant="default"
          loading={send.isPending}
          onClick={() => {
            send.mutate();
          }}
        >
          {t('shell.sendAgain')}
        </Button>
      </Alert>
      <Problem error={send.error} />
    </>
  );
}
