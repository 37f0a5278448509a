import { demandColumns } from '../../list/figure-columns';
import { TextLink } from '../../parts/links';
import { PlaceName } from '../../parts/place-name';
import { StatusBadge } from '../../parts/status-badge';
import { When } from '../../parts/when';
import { t } from '../../texts/texts';
import { CampaignSwitch } from './campaign-switch';
import { EditableAmount } from './editable-amount';
import type { ListedCampaign } from './listed-campaign';

/** The cells of a campaign of the list: its budget, bid and status are changed where they stand. */
export function CampaignCells({ campaign }: { readonly campaign: ListedCampaign }) {
  const { id, name, serving, medium, vendor, startsAt, endsAt, figures } = campaign;
  return (
    <>
      <td data-title className="list-name">
        <TextLink to="/campaigns/$id" params={{ id }} fw={600} title={name}>
          {name}
        </TextLink>
        <span className="soft small">
          <PlaceName {...{ medium, vendor }} /> · <When at={startsAt} isDay /> –{' '}
          {endsAt === null ? t('campaigns.openEnd') : <When at={endsAt} isDay />}
        </span>
      </td>
      <td data-label={t('common.status')}>
        <div className="list-status">
          <CampaignSwitch campaign={campaign} />
          <StatusBadge status={serving.state} />
        </div>
      </td>
      <td data-label={t('dashboard.budgetAnHour')} className="number">
        <EditableAmount campaign={campaign} member="hourlyBudget" />
      </td>
      <td data-label={t('campaignList.bid')} className="number">
        <EditableAmount campaign={campaign} member="maxCpm" />
      </td>
      {demandColumns.map(({ order, label, write }) => (
        <td key={order} data-label={label} className="number nowrap">
          {write(figures)}
        </td>
      ))}
    </>
  );
}
