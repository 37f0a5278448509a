import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../parts/links';
import { userQuery } from './user';

/** The way to an account, by its email; the id stands in until the email is known, and where there is none. */
export function AccountById({ id }: { readonly id: string }) {
  const { data: account } = useQuery(userQuery(id));
  return (
    <TextLink to="/operator/users/$id" params={{ id }} size="sm">
      {account?.email ?? id}
    </TextLink>
  );
}
