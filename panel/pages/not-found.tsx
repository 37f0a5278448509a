import { PageHead } from '../parts/page-head';
import { ButtonLink } from '../parts/links';

export function NotFoundPage() {
  return (
    <PageHead
      title="There is nothing here"
      about="The address is wrong, or what it led to is gone."
    >
      <ButtonLink to="/">To the start</ButtonLink>
    </PageHead>
  );
}
