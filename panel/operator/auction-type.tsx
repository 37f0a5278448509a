import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import { useChange } from './use-change';

const typesDocument = graphql(`
  query AuctionTypes {
    auctionTypes {
      type
      from
      setAt
    }
  }
`);

const setDocument = graphql(`
  mutation SetAuctionType($type: AuctionType!) {
    setAuctionType(type: $type) {
      from
    }
  }
`);

const key = ['auction-types'];
const types = ['first_price', 'second_price'] as const;
type AuctionType = (typeof types)[number];

const nameOf = (type: AuctionType): string =>
  type === 'first_price' ? t('operator.firstPrice') : t('operator.secondPrice');

/** The prices that winners of auctions pay, as they were set, with a field that sets the next one. */
export function AuctionTypes() {
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request(typesDocument, {}, signal)).auctionTypes,
  });
  const last = query.data?.[0]?.type ?? 'first_price';
  return (
    <TableCard
      id="auction-type"
      title={t('operator.pricesOfAuctions')}
      query={query}
      count={query.data?.length}
      none={t('operator.winnersPayTheirBid')}
      before={<SetAuctionType key={last} last={last} />}
      head={
        <>
          <th scope="col">{t('operator.holdsFrom')}</th>
          <th scope="col">{t('operator.winnersPay')}</th>
          <th scope="col">{t('operator.whenItWasSet')}</th>
        </>
      }
    >
      {query.data?.map(({ type, from, setAt }) => (
        <tr key={from}>
          <td data-title>
            <When at={from} />
          </td>
          <td data-label={t('operator.winnersPay')}>{nameOf(type)}</td>
          <td data-label={t('operator.whenItWasSet')}>
            <When at={setAt} />
          </td>
        </tr>
      ))}
    </TableCard>
  );
}

/** @param last the one that was set last: nobody sets another by pressing the button alone */
function SetAuctionType({ last }: { readonly last: AuctionType }) {
  const [type, setType] = useState(last);
  const set = useChange({
    mutate: () => request(setDocument, { type }),
    done: t('operator.priceOfAuctionsIsSet'),
    changes: [key],
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    set.mutate();
  };
  return (
    <form className="filters" aria-label={t('operator.setPriceOfAuctions')} onSubmit={submit}>
      <Problem error={set.error} />
      <Group align="flex-end">
        <NativeSelect
          label={t('operator.winnersPay')}
          description={t('operator.auctionsFromTheNextHour')}
          data={types.map((value) => ({ value, label: nameOf(value) }))}
          value={type}
          onChange={({ currentTarget: { value } }) => {
            setType(types.find((one) => one === value) ?? 'first_price');
          }}
        />
        <Button type="submit" variant="default" loading={set.isPending}>
          {t('operator.setPriceOfAuctions')}
        </Button>
      </Group>
    </form>
  );
}
