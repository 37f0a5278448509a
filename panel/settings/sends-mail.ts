import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';

const document = graphql(`
  query SendsMail {
    sendsMail
  }
`);

/** Says that the server has a mail server; undefined: not known yet. */
export function useSendsMail(): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['sends-mail'],
    queryFn: ({ signal }) => request(document, {}, signal),
    staleTime: Infinity,
  });
  return data?.sendsMail;
}
