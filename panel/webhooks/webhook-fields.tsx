import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../texts/texts';
import { type Kind, kindGroups, spelled } from './webhooks';

export interface WebhookValues {
  readonly url: string;
  readonly kinds: Kind[];
}

/** The address and the kinds of a webhook, to be typed and chosen. */
export function WebhookFields({
  form,
  isOperator,
}: {
  readonly form: UseFormReturnType<WebhookValues>;
  readonly isOperator: boolean;
}) {
  return (
    <>
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.urlAbout')}
        type="url"
        inputMode="url"
        required
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <Checkbox.Group
        label={t('webhooks.kinds')}
        description={t('webhooks.kindsAbout')}
        {...form.getInputProps('kinds')}
      >
        {kindGroups
          .filter(({ isOperators }) => isOperator || isOperators !== true)
          .map(({ title, kinds }) => (
            <fieldset key={title} className="group">
              <legend>{title}</legend>
              <div className="pair scopes">
                {kinds.map(({ kind, label }) => (
                  <Checkbox key={kind} value={kind} label={label} description={spelled(kind)} />
                ))}
              </div>
            </fieldset>
          ))}
      </Checkbox.Group>
    </>
  );
}
