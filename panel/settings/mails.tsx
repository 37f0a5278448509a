import { Checkbox, Stack } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { t } from '../texts/texts';
import { LanguageOfMails } from './language-of-mails';
import { useSendsMail } from './sends-mail';

const mailsDocument = graphql(`
  query Mails {
    notificationPreferences {
      mailedKinds
    }
  }
`);

const setDocument = graphql(`
  mutation SetMails($kinds: [MailedKind!]!) {
    setNotificationPreferences(mailedKinds: $kinds) {
      mailedKinds
    }
  }
`);

type Kind = ResultOf<typeof mailsDocument>['notificationPreferences']['mailedKinds'][number];

const mailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: async ({ signal }) =>
    (await request(mailsDocument, {}, signal)).notificationPreferences.mailedKinds,
});

const kinds: Readonly<Record<Kind, string>> = {
  payment_sent: t('account.aPaymentToYouWas'),
  campaign_budget_used: t('account.theBudgetOfACampaigns'),
  campaign_suspended: t('account.aCampaignWasStoppedFor'),
  campaign_ended: t('account.aCampaignCameToIts'),
  figures_week: t('account.yourFiguresOfEachWeek'),
  figures_month: t('account.yourFiguresOfEachMonth'),
  creative_rejected: t('account.anAdOfYoursWas'),
  webhook_disabled: t('account.aWebhookTakesNothingAnd'),
};

/** The mails that the person gets; each box counts at once. */
export function Mails() {
  const sendsMail = useSendsMail();
  const mails = useQuery(mailsQuery);
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: (chosen: readonly Kind[]) => request(setDocument, { kinds: [...chosen] }),
    onSuccess: ({ setNotificationPreferences }) => {
      queryClient.setQueryData(mailsQuery.queryKey, setNotificationPreferences.mailedKinds);
      say(t('common.saved'));
    },
  });
  // A change on its way is shown as if it were done.
  const chosen = set.isPending ? set.variables : mails.data;
  if (sendsMail === false)
    return (
      <section className="card" aria-labelledby="mails">
        <h2 id="mails">{t('account.mails')}</h2>
        <p className="soft settings-about">{t('account.noMailsHere')}</p>
      </section>
    );
  return (
    <section className="card" aria-labelledby="mails">
      <h2 id="mails">{t('account.mails')}</h2>
      <LanguageOfMails />
      <Problem error={mails.error} onRetry={() => void mails.refetch()} />
      <Problem error={set.error} />
      {chosen === undefined ? (
        mails.isPending && <Loading />
      ) : (
        <Stack gap="sm">
          <p className="soft settings-about">{t('account.ofEachAtMostOne')}</p>
          {allKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={kinds[kind]}
              checked={chosen.includes(kind)}
              disabled={set.isPending}
              onChange={({ currentTarget }) => {
                set.mutate(
                  allKinds.filter((one) =>
                    one === kind ? currentTarget.checked : chosen.includes(one),
                  ),
                );
              }}
            />
          ))}
        </Stack>
      )}
    </section>
  );
}

// Object.keys knows texts only.
const allKinds = Object.keys(kinds) as Kind[];
