import { PageHead } from '../parts/page-head';
import { ButtonLink } from '../parts/links';
import { t } from '../texts/texts';

export function NotFoundPage() {
  return (
    <PageHead title={t('shell.thereIsNothingHere')} about={t('shell.theAddressIsWrongOr')}>
      <ButtonLink to="/">{t('shell.toTheStart')}</ButtonLink>
    </PageHead>
  );
}
