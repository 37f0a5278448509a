import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { t } from '../texts/texts';
import { useViewer, type Viewer, viewerQuery } from '../viewer';

const holderDocument = graphql(`
  mutation SetAccountHolder($name: String, $company: String, $showsCompany: Boolean) {
    setAccountHolder(name: $name, company: $company, showsCompany: $showsCompany) {
      id
    }
  }
`);

const longest = 100;

const toValues = ({
  name,
  company,
  showsCompany,
}: Pick<Viewer, 'name' | 'company' | 'showsCompany'>) => ({
  name: name ?? '',
  company: company ?? '',
  showsCompany,
});

/** The person and the company that the account is for. */
export function AccountHolder() {
  const { name, company, showsCompany } = useViewer();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: toValues({ name, company, showsCompany }) });
  const { setValues } = form;
  useEffect(() => {
    // Another tab may have saved others.
    setValues(toValues({ name, company, showsCompany }));
  }, [setValues, name, company, showsCompany]);
  const save = useMutation({
    mutationFn: (values: typeof form.values) => request(holderDocument, values),
    onSuccess: async () => {
      say(t('common.saved'));
      await queryClient.invalidateQueries(viewerQuery);
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <section className="card" aria-labelledby="holder">
      <h2 id="holder">{t('account.whoItIsFor')}</h2>
      <p className="soft settings-about">{t('account.whoItIsForAbout')}</p>
      {Object.keys(form.errors).length > 0 ? null : <Problem error={save.error} />}
      <form
        onSubmit={form.onSubmit((values) => {
          save.mutate(values);
        })}
      >
        <Stack gap="md">
          <div className="pair">
            <TextInput
              label={t('account.yourName')}
              autoComplete="name"
              maxLength={longest}
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t('account.company')}
              description={t('account.companyAbout')}
              autoComplete="organization"
              maxLength={longest}
              {...form.getInputProps('company')}
            />
          </div>
          <Checkbox
            label={t('account.showsCompany')}
            description={t('account.showsCompanyAbout')}
            {...form.getInputProps('showsCompany', { type: 'checkbox' })}
          />
          <Group>
            <Button type="submit" loading={save.isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
