import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { request } from '../../graphql/request';
import { fieldErrors } from '../../form-problems';
import { formatMoney, formatShort } from '../../parts/money';
import { describeError } from '../../parts/problem';
import { say } from '../../parts/status';
import { t } from '../../texts/texts';
import { updateCampaignDocument } from '../campaign';
import { toAmount, toTyped } from '../decimal';
import type { ListedCampaign } from './listed-campaign';

type Member = 'hourlyBudget' | 'maxCpm';

interface EditableAmountProps {
  readonly campaign: ListedCampaign;
  readonly member: Member;
}

const labels: Readonly<Record<Member, string>> = {
  hourlyBudget: t('dashboard.budgetAnHour'),
  maxCpm: t('campaignList.bid'),
};

const write = (amount: string | null) =>
  amount === null ? t('campaigns.automatic') : formatShort(amount, 'USD');

/** An amount that becomes a field when it is pressed. Enter, and leaving the field, save it; Escape leaves it as it was. */
export function EditableAmount({ campaign, member }: EditableAmountProps) {
  const amount = campaign[member];
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen)
    return (
      <AmountField
        {...{ campaign, member }}
        onClose={() => {
          setOpen(false);
        }}
      />
    );
  const values = { label: labels[member], name: campaign.name, amount: write(amount) };
  return (
    <button
      ref={opener}
      type="button"
      className="editable"
      aria-label={t('campaignList.changeAmount', values)}
      title={amount === null ? undefined : formatMoney(amount, 'USD')}
      onClick={() => {
        setOpen(true);
      }}
    >
      {write(amount)}
    </button>
  );
}

function AmountField({
  campaign: { id, name, ...campaign },
  member,
  onClose,
}: EditableAmountProps & { readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const amount = campaign[member];
  // As it was when the field was opened: somebody may change it meanwhile.
  const [before] = useState(() => (amount === null ? '' : toTyped(amount)));
  const [typed, setTyped] = useState(before);
  const put = async (to: string | null) => {
    await request(updateCampaignDocument, { id, input: { [member]: to } });
    await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
    return to;
  };
  const save = useMutation({
    mutationFn: () =>
      put(typed.trim() === '' && member === 'maxCpm' ? null : toAmount(member, typed)),
    onSuccess: (to) => {
      const values = { label: labels[member], name, amount: write(to) };
      say(t('campaignList.amountIsChanged', values), () => void put(amount).catch(sayProblem));
      onClose();
    },
  });
  const leave = () => {
    if (save.isPending) return;
    if (typed === before) onClose();
    else save.mutate();
  };
  const problem = save.error && (fieldErrors(save.error)[member] ?? describeError(save.error));
  return (
    <TextInput
      className="editable-field"
      size="xs"
      autoFocus
      inputMode="decimal"
      aria-label={t('campaignList.newAmount', { label: labels[member], name })}
      placeholder={member === 'maxCpm' ? t('campaigns.automatic') : undefined}
      value={typed}
      error={problem}
      readOnly={save.isPending}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
      }}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Enter') leave();
        if (key === 'Escape') onClose();
      }}
    />
  );
}

function sayProblem(error: unknown): void {
  say(error instanceof Error ? describeError(error) : String(error));
}
