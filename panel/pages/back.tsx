import { PageHead } from '../parts/page-head';
import { t } from '../texts/texts';

/** Where a log-in in a tab of its own ends. */
export function BackPage() {
  return <PageHead title={t('shell.youAreLoggedIn')} about={t('shell.closeThisTabAndGo')} />;
}
