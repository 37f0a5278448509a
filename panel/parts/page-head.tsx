import { type ReactNode, useEffect } from 'react';
import { t } from '../texts/texts';

interface PageHeadProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** Buttons for the page as a whole. */
  readonly children?: ReactNode;
}

/** The heading of a page, which is the title of the tab too. */
export function PageHead({ title, about, children }: PageHeadProps) {
  useEffect(() => {
    document.title = t('common.pageTitle', { title });
  }, [title]);
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {about === undefined ? null : <p>{about}</p>}
      </div>
      {children}
    </div>
  );
}
