import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { useViewer } from '../viewer';
import { AccountPick } from './account-pick';
import { useChange } from './use-change';

const createDocument = graphql(`
  mutation CreateClient(
    $name: String!
    $ownerId: ID!
    $scopes: [String!]!
    $redirectUris: [String!]!
    $isPublic: Boolean!
  ) {
    createClient(
      name: $name
      ownerId: $ownerId
      scopes: $scopes
      redirectUris: $redirectUris
      isPublic: $isPublic
    ) {
      secret
      client {
        id
      }
    }
  }
`);

interface NewClientProps {
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
  readonly onCreated: (created: { readonly id: string; readonly secret: string | null }) => void;
}

/** Registers an application. */
export function NewClient({ scopes, onCreated }: NewClientProps) {
  const viewer = useViewer();
  const form = useForm({
    initialValues: {
      name: '',
      ownerId: viewer.id,
      redirectUris: '',
      scopes: [] as string[],
      isPublic: false,
    },
  });
  const create = useChange({
    mutate: async ({ redirectUris, ...values }: typeof form.values) => {
      const uris = redirectUris.split(/\s+/).filter((uri) => uri !== '');
      const { createClient } = await request(createDocument, { ...values, redirectUris: uris });
      form.reset();
      onCreated({ id: createClient.client.id, secret: createClient.secret });
    },
    done: t('operator.theApplicationIsRegistered'),
    changes: [['clients']],
  });
  return (
    <section className="card" aria-labelledby="new-client">
      <h2 id="new-client">{t('operator.newApplication')}</h2>
      {Object.keys(form.errors).length > 0 ? null : <Problem error={create.error} />}
      <form
        onSubmit={form.onSubmit((values) => {
          create.mutate(values, {
            onError: (error) => {
              form.setErrors(byField(fieldErrors(error)));
            },
          });
        })}
      >
        <Stack gap="md">
          <div className="pair">
            <TextInput
              label={t('common.name')}
              description={t('operator.peopleReadItWhoAre')}
              required
              maxLength={255}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <AccountPick
              label={t('operator.owner')}
              description={t('operator.itsAccountByEmail')}
              required
              error={form.errors['ownerId']}
              accountId={form.values.ownerId || null}
              onPick={(id) => {
                form.setFieldValue('ownerId', id ?? '');
              }}
            />
          </div>
          <Textarea
            label={t('operator.redirectUris')}
            description={t('operator.wherePeopleComeBackTo')}
            rows={2}
            {...form.getInputProps('redirectUris')}
          />
          <Checkbox.Group label={t('operator.whatItMayAskFor')} {...form.getInputProps('scopes')}>
            <div className="pair scopes">
              {scopes.map(({ name, description }) => (
                <Checkbox key={name} value={name} label={description} description={name} />
              ))}
            </div>
          </Checkbox.Group>
          <Checkbox
            label={t('operator.itRunsInABrowser')}
            {...form.getInputProps('isPublic', { type: 'checkbox' })}
          />
          <Group>
            <Button type="submit" loading={create.isPending} disabled={form.values.ownerId === ''}>
              {t('operator.register')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}

/** `redirectUris.1` is said at its field. */
function byField(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, problem]) => [path.replace(/\..*/, ''), problem]),
  );
}
