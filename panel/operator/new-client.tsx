import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { useViewer } from '../viewer';
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
    done: 'The application is registered.',
    changes: [['clients']],
  });
  return (
    <section className="card" aria-labelledby="new-client">
      <h2 id="new-client">New application</h2>
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
              label="Name"
              description="People read it who are asked for access"
              required
              maxLength={255}
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Owner"
              description="Id of the account that it acts for by itself"
              required
              {...form.getInputProps('ownerId')}
            />
          </div>
          <Textarea
            label="Redirect URIs"
            description="Where people come back to, one in a line; none for a program that only acts for its owner"
            rows={2}
            {...form.getInputProps('redirectUris')}
          />
          <Checkbox.Group label="What it may ask for" {...form.getInputProps('scopes')}>
            <div className="pair scopes">
              {scopes.map(({ name, description }) => (
                <Checkbox key={name} value={name} label={description} description={name} />
              ))}
            </div>
          </Checkbox.Group>
          <Checkbox
            label="It runs in a browser or on a phone: no secret, PKCE required"
            {...form.getInputProps('isPublic', { type: 'checkbox' })}
          />
          <Group>
            <Button type="submit" loading={create.isPending}>
              Register
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
    Object.entries(errors).map(([path, problem]) => [path.split('.')[0]!, problem]),
  );
}
