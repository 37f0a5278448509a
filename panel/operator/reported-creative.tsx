import { Anchor, Button, Group } from '@mantine/core';
import { Preview } from '../campaigns/preview';
import type { ResultOf } from '../graphql/graphql';
import { TextLink } from '../parts/links';
import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { ForeignPreview } from '../sites/foreign-ad';
import { formatCount } from '../statistics/series';
import { t, wordOf } from '../texts/texts';
import type { reportsDocument } from './creative-reports';
import { SeenOnSites } from './seen-on-sites';

export type Report = ResultOf<typeof reportsDocument>['allCreativeReports'][number];

interface Props {
  /** All of one creative. */
  readonly reports: readonly [Report, ...Report[]];
  readonly isBusy: boolean;
  readonly onNoFault: (reports: readonly Report[]) => void;
  readonly onReject: (reports: readonly Report[]) => void;
}

/** A creative that was reported, with all that an operator needs to decide on it. */
export function ReportedCreative({ reports, isBusy, onNoFault, onReject }: Props) {
  const [{ creativeId, advertiserId, creative }] = reports;
  const name = creative?.name ?? creativeId;
  const isOpen = reports.some(({ openCount }) => openCount > 0);
  return (
    <li className="review-item">
      {creative === null ? (
        <p className="preview soft">{t('operator.theCreativeIsDeleted')}</p>
      ) : (
        <Picture creative={creative} name={name} />
      )}
      <strong>{name}</strong>
      {creative === null ? null : <Facts creative={creative} />}
      {creative?.peer == null ? (
        <TextLink to="/operator/users/$id" params={{ id: advertiserId }} size="sm">
          {t('operator.itsAdvertiser')}
        </TextLink>
      ) : (
        <TextLink to="/operator/peers" size="sm">
          {creative.peer.name || creative.peer.address}
        </TextLink>
      )}
      {reports.map((report) => (
        <Reason key={report.id} report={report} />
      ))}
      <SeenOnSites creativeId={creativeId} />
      <Group gap="xs" mt="auto">
        {isOpen ? (
          <Button
            size="xs"
            aria-label={t('operator.noFaultFoundName', { name })}
            disabled={isBusy}
            onClick={() => {
              onNoFault(reports);
            }}
          >
            {t('operator.noFaultFound')}
          </Button>
        ) : null}
        {creative?.status == null || creative.status === 'rejected' ? null : (
          <Button
            variant="default"
            size="xs"
            aria-label={t('operator.rejectName', { name })}
            onClick={() => {
              onReject(reports);
            }}
          >
            {t('operator.reject')}
          </Button>
        )}
      </Group>
    </li>
  );
}

type Creative = NonNullable<Report['creative']>;

const Picture = ({ creative, name }: { readonly creative: Creative; readonly name: string }) =>
  creative.peer === null ? <Preview {...creative} name={name} /> : <ForeignPreview {...creative} />;

function Facts({ creative: { scope, status, landingUrl } }: { readonly creative: Creative }) {
  const isWeb = /^https?:$/.test(URL.parse(landingUrl ?? '')?.protocol ?? '');
  return (
    <>
      <div className="review-facts">
        <span className="soft">{scope}</span>
        {status === null ? null : <StatusBadge status={status} />}
      </div>
      {landingUrl !== null && isWeb ? (
        <Anchor href={landingUrl} target="_blank" rel="noreferrer" size="sm">
          {landingUrl}
        </Anchor>
      ) : (
        <span className="soft">{landingUrl}</span>
      )}
    </>
  );
}

function Reason({ report }: { readonly report: Report }) {
  const { reason, count, openCount, finding, closedAt, comments, lastReportedAt, lastSite } =
    report;
  return (
    <div>
      <div className="review-facts">
        <strong>{t('operator.reportsOf', { reason: wordOf(reason), count: openCount })}</strong>
        {finding === null ? null : <StatusBadge status={finding} />}
      </div>
      <div className="soft">
        {t('operator.last')}: <When at={lastReportedAt} /> {lastSite?.host}
      </div>
      {closedAt === null ? null : (
        <div className="soft">
          {t.rich('operator.closedOf', {
            count: formatCount(count - openCount),
            when: () => <When at={closedAt} />,
          })}
        </div>
      )}
      {comments.map((comment, at) => (
        <div key={at} className="soft review-comment">
          {comment}
        </div>
      ))}
    </div>
  );
}
