import { PageHead } from '../parts/page-head';

/** Where a log-in in a tab of its own ends. */
export function BackPage() {
  return <PageHead title="You are logged in" about="Close this tab, and go on where you were." />;
}
