import { useQuery } from '@tanstack/react-query';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { viewerQuery } from '../viewer';
import { NewWebhook } from '../webhooks/new-webhook';
import { WebhookCard } from '../webhooks/webhook-card';
import { webhooksQuery } from '../webhooks/webhooks';

/** Webhooks: made, tested, looked into, switched off, deleted. */
export function WebhooksPage() {
  const webhooks = useQuery(webhooksQuery);
  const viewer = useQuery(viewerQuery);
  const isOperator = viewer.data?.roles.includes('operator') === true;
  return (
    <>
      <PageHead title={t('webhooks.webhooks')} about={t('webhooks.about')} />
      <Problem error={webhooks.error} onRetry={() => void webhooks.refetch()} />
      {webhooks.data === undefined ? (
        webhooks.isPending && <Loading />
      ) : (
        <>
          {webhooks.data.map((webhook) => (
            <WebhookCard key={webhook.id} {...{ webhook, isOperator }} />
          ))}
          <NewWebhook isOperator={isOperator} />
        </>
      )}
    </>
  );
}
