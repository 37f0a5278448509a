import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { parseDecimal, toAmount } from '../campaigns/decimal';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Money } from '../parts/money';
import { Problem } from '../parts/problem';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import { NextPage } from './next-page';
import { useChange } from './use-change';

const ratesDocument = graphql(`
  query ExchangeRates($before: DateTime) {
    exchangeRates(first: 10, before: $before) {
      rate
      from
      setAt
      freshUntil
      source
    }
  }
`);

const setDocument = graphql(`
  mutation SetExchangeRate($rate: Amount!, $force: Boolean!) {
    setExchangeRate(rate: $rate, force: $force) {
      from
    }
  }
`);

const pageSize = 10;
const key = ['exchange-rates'];

/** The worth of a coin, hour by hour as it was set, with a field that sets the next one. */
export function ExchangeRate() {
  const [before, setBefore] = useState<string | null>(null);
  const rates = useQuery({
    queryKey: [...key, before],
    queryFn: async ({ signal }) => (await request(ratesDocument, { before }, signal)).exchangeRates,
  });
  const last = rates.data?.length === pageSize ? rates.data.at(-1) : undefined;
  return (
    <TableCard
      id="exchange-rate"
      title={t('operator.exchangeRate')}
      query={rates}
      count={rates.data?.length}
      none={t('operator.noRateWasSet')}
      before={<SetRate />}
      head={
        <>
          <th scope="col">{t('operator.holdsFrom')}</th>
          <th scope="col" className="number">
            {t('operator.usdPerCoin')}
          </th>
          <th scope="col">{t('operator.setBy')}</th>
          <th scope="col">{t('operator.freshUntil')}</th>
        </>
      }
      foot={
        <NextPage
          isFirst={before === null}
          hasNext={last !== undefined}
          onFirst={() => {
            setBefore(null);
          }}
          onNext={() => {
            setBefore(last?.from ?? null);
          }}
        />
      }
    >
      {rates.data?.map(({ rate, from, setAt, freshUntil, source }) => (
        <tr key={from}>
          <td data-title>
            <When at={from} />
          </td>
          <td data-label={t('operator.usdPerCoin')} className="number">
            <Money amount={rate} unit="USD" />
          </td>
          <td data-label={t('operator.setBy')}>
            {source === 'url' ? t('operator.theUrlOfRates') : t('operator.anOperator')}
            <div className="soft">
              <When at={setAt} />
            </div>
          </td>
          <td data-label={t('operator.freshUntil')}>
            <When at={freshUntil} />
          </td>
        </tr>
      ))}
    </TableCard>
  );
}

function SetRate() {
  const [rate, setRate] = useState('');
  const [isForced, setForced] = useState(false);
  const set = useChange({
    mutate: async (typed: string) =>
      request(setDocument, { rate: toAmount('rate', typed), force: isForced }),
    done: t('operator.theRateIsSet'),
    changes: [key],
    onDone: () => {
      setRate('');
      setForced(false);
    },
  });
  const problem = fieldErrors(set.error)['rate'];
  // All that the server has against an amount above 0.
  const isFarOff = problem !== undefined && (parseDecimal(set.variables ?? '') ?? 0n) > 0n;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    set.mutate(rate);
  };
  return (
    <form className="filters" aria-label={t('operator.setTheRate')} onSubmit={submit}>
      {problem === undefined ? <Problem error={set.error} /> : null}
      <Group align="flex-end">
        <TextInput
          label={t('operator.usdPerCoin')}
          description={t('operator.fromTheNextHourOn')}
          inputMode="decimal"
          required
          value={rate}
          error={problem}
          onChange={({ currentTarget }) => {
            setRate(currentTarget.value);
          }}
        />
        {/* Asked for once the server has refused what looks like a slip. */}
        {!isFarOff && !isForced ? null : (
          <Checkbox
            label={t('operator.itIsRightAlthoughFarOff')}
            checked={isForced}
            onChange={({ currentTarget }) => {
              setForced(currentTarget.checked);
            }}
          />
        )}
        <Button type="submit" variant="default" loading={set.isPending}>
          {t('operator.setTheRate')}
        </Button>
      </Group>
    </form>
  );
}
