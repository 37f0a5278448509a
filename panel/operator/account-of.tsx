import { TextLink } from '../parts/links';

/** Where money goes, and the account that it is for. */
export function AccountOf({ id, address }: { readonly id: string; readonly address: string }) {
  return (
    <div>
      {address}
      <div>
        <TextLink to="/operator/users/$id" params={{ id }} size="sm">
          {id}
        </TextLink>
      </div>
    </div>
  );
}
