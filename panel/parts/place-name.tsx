import { useQuery } from '@tanstack/react-query';
import { mediaQuery } from '../campaigns/taxonomy';

/** The name of a medium, or of the vendor in it; what the API calls it where the taxonomy has it no more. */
export function PlaceName({
  medium,
  vendor,
}: {
  readonly medium: string;
  /** Null: all of the medium. */
  readonly vendor: string | null;
}) {
  const { data = [] } = useQuery(mediaQuery);
  const place = data.find(({ name }) => name === medium);
  const found = vendor === null ? place : place?.vendors.find(({ name }) => name === vendor);
  return found?.label ?? vendor ?? medium;
}
