import { Anchor, Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { formatMoney } from '../parts/money';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import { type Campaign, withCase } from './campaign';

type Conversion = Campaign['conversions']['nodes'][number];

const testDocument = graphql(`
  mutation TestConversion($id: ID!, $caseId: String!) {
    recordConversion(id: $id, caseId: $caseId) {
      status
    }
  }
`);

/** How a page or a server reports the conversion, what has come of that so far, and a test. */
export function ConversionCalls({
  campaign,
  conversion,
  onTested,
}: {
  readonly campaign: Campaign;
  readonly conversion: Conversion;
  readonly onTested: () => Promise<void>;
}) {
  const { id, name, code, link } = conversion;
  const { testCaseId, testLandingUrl } = campaign;
  const test = useMutation({
    mutationFn: () => request(testDocument, { id, caseId: testCaseId }),
    onSettled: onTested,
  });
  return (
    <>
      {code === null ? (
        <>
          <p className="soft">{t('campaigns.yourServerCalls', { caseId: testCaseId })}</p>
          <CodeToCopy text={withCase(link)} />
        </>
      ) : (
        <>
          <p className="soft">{t('campaigns.onThePageOfTheConversion')}</p>
          <CodeToCopy text={code} label={t('campaigns.copyCodeOf', { name })} />
        </>
      )}
      <Calls conversion={conversion} />
      <Problem error={test.error} />
      <Group gap="xs" mt="xs">
        {code === null ? null : (
          <Button
            variant="default"
            size="xs"
            aria-label={t('campaigns.sendATestOf', { name })}
            loading={test.isPending}
            onClick={() => {
              test.mutate();
            }}
          >
            {t('campaigns.sendATest')}
          </Button>
        )}
        {testLandingUrl === null ? null : (
          <Anchor href={testLandingUrl} target="_blank" rel="noreferrer" size="sm">
            {t('campaigns.visitAsATest')}
          </Anchor>
        )}
      </Group>
    </>
  );
}

/** The newest call of each outcome. */
function Calls({
  conversion: { lastRecordedAt, lastTestAt, lastTestValue, lastRefusedAt, lastRefusal },
}: {
  readonly conversion: Conversion;
}) {
  const value = lastTestValue === null ? '' : formatMoney(lastTestValue, 'USD');
  return (
    <ul className="reasons soft">
      <li>
        {lastRecordedAt === null ? (
          t('campaigns.noneCameYet')
        ) : (
          <>
            {t('campaigns.lastCame')} <When at={lastRecordedAt} />
          </>
        )}
      </li>
      {lastTestAt === null ? null : (
        <li>
          {t('campaigns.lastTestCame', { value })} <When at={lastTestAt} />
        </li>
      )}
      {lastRefusedAt === null ? null : (
        <li>
          {t('campaigns.lastRefused', { reason: lastRefusal ?? '' })} <When at={lastRefusedAt} />
        </li>
      )}
    </ul>
  );
}
